import { lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../../src/core/errors.ts'
import { openTrace } from '../../../src/node/files/trace-file.ts'
import { folderForEach } from '../../support/folder.ts'

const frame = { head: '{"known":"1.0","entries":[', known: '{"known":', tail: '\n]}\n' }

const folder = folderForEach()
const path = join(folder, 'run.har')

const entries = (at = path) => JSON.parse(readFileSync(at, 'utf8')).entries

test('a trace is valid JSON after each entry and has mode 0600', () => {
  const trace = openTrace(path, frame)
  expect(entries()).toEqual([])
  for (const name of ['a', 'é'.repeat(1000), 'c']) trace.add(JSON.stringify({ name }))
  expect(entries()).toEqual([{ name: 'a' }, { name: 'é'.repeat(1000) }, { name: 'c' }])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a trace of any kiva version is replaced completely', () => {
  const older = openTrace(path, { ...frame, head: '{"known":"0.9","entries":[' })
  older.add(JSON.stringify({ long: 'x'.repeat(5000) }))
  openTrace(path, frame).add('1')
  expect(entries()).toEqual([1])
})

test('an empty file is overwritten', () => {
  writeFileSync(path, '', { mode: 0o600 })
  openTrace(path, frame).add('1')
  expect(entries()).toEqual([1])
})

describe('openTrace fails', () => {
  const refused = (at = path) => {
    try {
      openTrace(at, frame)
    } catch (error) {
      if (error instanceof KivaError) return [error.kind, error.message]
    }
    return 'opened'
  }

  test.each(['notes', '{"known"', '[1]'])('on a file that is not a trace, and keeps it: %s', (content) => {
    writeFileSync(path, content, { mode: 0o600 })
    expect(refused()).toEqual(['config', expect.stringContaining('file already exists and is not a trace')])
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  test('on a symbolic link to a trace, to another file or to nothing', () => {
    openTrace(join(folder, 'older.har'), frame)
    writeFileSync(join(folder, 'notes'), 'notes')
    for (const target of ['older.har', 'notes', 'none']) {
      symlinkSync(join(folder, target), path)
      expect(refused()).toEqual(['config', expect.stringContaining('is not a trace')])
      expect(lstatSync(path).isSymbolicLink()).toBe(true)
      rmSync(path)
    }
    expect(refused(join(folder, 'none'))).toBe('opened')
  })

  test('if others may read the existing trace', () => {
    writeFileSync(path, frame.head + frame.tail, { mode: 0o644 })
    expect(refused()).toEqual(['config', expect.stringContaining('is accessible to other users')])
  })

  test('if the path is a folder or its folder is missing', () => {
    mkdirSync(path)
    expect(refused()).toEqual(['config', expect.stringContaining('is not a trace')])
    expect(refused(join(folder, 'no', 'run.har'))).toEqual([
      'config',
      expect.stringContaining('no such folder'),
    ])
  })
})
