/** `--across`: records as columns of one table. */
import { describe, expect, test } from 'vitest'
import { outliers } from '../../../src/output/table/across.ts'
import { run } from '../../harness.ts'

describe('a number far from the others is marked', () => {
  test.each([
    [
      [1, 2],
      [undefined, 'highest'],
    ],
    [
      [10, 11],
      [undefined, undefined],
    ],
    [
      [5, 5, 5],
      [undefined, undefined, undefined],
    ],
    [
      [10, 11, 30],
      [undefined, undefined, 'highest'],
    ],
    [
      [10, 4, 11],
      [undefined, 'lowest', undefined],
    ],
    [
      [1, 10, 100],
      ['lowest', undefined, 'highest'],
    ],
    [
      [0, 0, 0.5],
      [undefined, undefined, 'highest'],
    ],
    [[7], [undefined]],
    [
      [undefined, 7, 20],
      [undefined, undefined, 'highest'],
    ],
    [
      [-5, 7, 20],
      [undefined, undefined, undefined],
    ],
  ])('%j', (values, marks) => {
    expect(outliers(values)).toEqual(marks)
  })
})

const sandbox = (line: string, options = {}) => run(['--sandbox', ...line.split(' ')], options)

test('has one row per field, with the ids first', async () => {
  const { code, stdout } = await sandbox('partners list --only 101,133 --across')
  expect(code).toBe(0)
  const rows = stdout.trim().split('\n')
  expect(rows[0]).toMatch(/^ID +101 +133$|^ID +133 +101$/)
  expect(rows.some((row) => /^RATING +/.test(row))).toBe(true)
  expect(rows.some((row) => /^RAISED +.*\(highest\)/.test(row))).toBe(true)
})

test('replaces the pages of loans on a terminal, also with derived fields', async () => {
  const { stdout } = await sandbox('loans show 2100001 2100002 --with partner --across', {
    terminal: 100,
    env: { NO_COLOR: '1' },
  })
  expect(stdout).toMatch(/^ID +2100001 +2100002$/m)
  expect(stdout).toMatch(/^PARTNER +\S/m)
})

test('--fields chooses the rows', async () => {
  const { stdout } = await sandbox('teams show 201 202 --across --fields name,member_count')
  expect(
    stdout
      .trim()
      .split('\n')
      .map((row) => row.split(/ {2,}/)[0]),
  ).toEqual(['NAME', 'MEMBER COUNT'])
})

test('records that do not fit beside each other follow below, within the width', async () => {
  const ids = Array.from({ length: 9 }, (_, at) => String(201 + at)).join(',')
  const { stdout } = await sandbox(`teams show ${ids} --across`, { terminal: 60, env: { NO_COLOR: '1' } })
  expect(stdout.match(/^ID +/gm)?.length).toBeGreaterThan(2)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
})

test('an empty list', async () => {
  const { code, stdout } = await sandbox('loans search --q zzzz --across')
  expect([code, stdout.trim()]).toEqual([0, ''])
})
