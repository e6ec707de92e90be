import { lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../../src/errors.ts'
import { openTrace } from '../../../src/node/files/trace-file.ts'
import { folderForEach } from '../../support/folder.ts'

const frame = { head: '{"known":"1.0","entries":[', known: '{"known":', tail: '\n]}\n' }

const folder = folderForEach()
const path = join(folder, 'run.har')

const entries = (at = path) => JSON.parse(readFileSync(at, 'utf8')).entries

test('is whole after each entry, and for its owner alone', () => {
  const trace = openTrace(path, frame)
  expect(entries()).toEqual([])
  for (const name of ['a', 'é'.repeat(1000), 'c']) trace.add(JSON.stringify({ name }))
  expect(entries()).toEqual([{ name: 'a' }, { name: 'é'.repeat(1000) }, { name: 'c' }])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('an older trace is replaced as a whole, whichever version wrote it', () => {
  const older = openTrace(path, { ...frame, head: '{"known":"0.9","entries":[' })
  older.add(JSON.stringify({ long: 'x'.repeat(5000) }))
  openTrace(path, frame).add('1')
  expect(entries()).toEqual([1])
})

test('a file with nothing in it is taken', () => {
  writeFileSync(path, '', { mode: 0o600 })
  openTrace(path, frame).add('1')
  expect(entries()).toEqual([1])
})

describe('is not opened', () => {
  const refused = (at = path) => {
    try {
      openTrace(at, frame)
    } catch (error) {
      if (error instanceof KivaError) return [error.kind, error.message]
    }
    return 'opened'
  }

  test.each(['notes', '{"known"', '[1]'])('over a file of another kind: %s', (content) => {
    writeFileSync(path, content, { mode: 0o600 })
    expect(refused()).toEqual(['config', expect.stringContaining('is there already, and is no trace')])
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  test('through a link, whether it leads to a trace, to a file, or to none', () => {
    openTrace(join(folder, 'older.har'), frame)
    writeFileSync(join(folder, 'notes'), 'notes')
    for (const target of ['older.har', 'notes', 'none']) {
      symlinkSync(join(folder, target), path)
      expect(refused()).toEqual(['config', expect.stringContaining('is no trace')])
      expect(lstatSync(path).isSymbolicLink()).toBe(true)
      rmSync(path)
    }
    expect(refused(join(folder, 'none'))).toBe('opened')
  })

  test('where others may read the older one', () => {
    writeFileSync(path, frame.head + frame.tail, { mode: 0o644 })
    expect(refused()).toEqual(['config', expect.stringContaining('is open to others')])
  })

  test('where there is a folder, or none', () => {
    mkdirSync(path)
    expect(refused()).toEqual(['config', expect.stringContaining('is no trace')])
    expect(refused(join(folder, 'no', 'run.har'))).toEqual([
      'config',
      expect.stringContaining('its folder is not there'),
    ])
  })
})
