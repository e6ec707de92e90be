/** The signatures of the macOS executables, which macOS checks before it starts one. Needs build/binary. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { executableFor } from '../../scripts/bundle/executables.mjs'
import { readMacho } from '../support/macho.ts'

test.each(['darwin-x64', 'darwin-aarch64'])(
  'the executable for %s has a valid ad hoc signature',
  (target) => {
    const file = readFileSync(executableFor(target))
    const { signature, segments, minimumSystem } = readMacho(file)
    expect(signature).toMatchObject({ identifier: 'kiva', flags: 2, slots: [0], wrongPages: [] })
    // Every byte is hashed, or part of the signature.
    expect(signature.limit).toBe(signature.offset)
    expect(signature.pages).toBe(Math.ceil(signature.limit / signature.pageSize))
    expect(signature.offset + signature.size).toBe(file.length)
    const [text, linkedit] = [segments.get('__TEXT'), segments.get('__LINKEDIT')]
    expect(signature.executableSegment).toEqual({ base: text?.offset, limit: text?.size, flags: 1 })
    expect((linkedit?.offset ?? 0) + (linkedit?.size ?? 0)).toBe(file.length)
    expect(linkedit?.memorySize).toBeGreaterThanOrEqual(linkedit?.size ?? 0)
    expect(minimumSystem).toBe('13.0')
  },
)
