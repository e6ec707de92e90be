import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { ExactNumber } from '../../../src/core/numbers.ts'
import { printed, unsafeIn, viewOf } from '../helpers.ts'

const rows = (names: readonly string[], records: readonly Json[], rest = {}) =>
  printed('table', records, viewOf(undefined, { names, measured: records.length, now: undefined, ...rest }))

describe('a table of rows', () => {
  it('has names letter by letter, twice if twice, numbers with all digits, and NULL', async () => {
    const records = [
      [2026, null, 1.5, new ExactNumber('9007199254740993'), 'NULL', ''],
      [7, 'x', 100, 12, 'a  b\nc', 'y'],
    ]
    expect(`\n${await rows(['posted_date', 'id', 'id', 'Big', 'n', '2'], records)}`).toBe(`
posted_date  id     id               Big  n      2
       2026  NULL  1.5  9007199254740993  NULL
          7  x     100                12  a b c  y
`)
  })

  it('paints NULL, and no text of the same letters', async () => {
    const drawn = await rows(['a', 'b'], [[null, 'NULL']], { color: true })
    expect(drawn.split('\n')[1]).toBe('\u001b[2mNULL\u001b[22m  NULL')
  })

  it('aligns a column to the right only if all its values are numbers', async () => {
    expect(
      await rows(
        ['a', 'b'],
        [
          [1, 5],
          [null, 'five'],
          [10, 5],
        ],
      ),
    ).toBe('   a  b\n   1  5\nNULL  five\n  10  5\n')
  })

  it('aligns a column without any value to the left', async () => {
    expect(await rows(['a', 'long'], [[1, null]])).toBe('a  long\n1  NULL\n')
    expect(await rows(['longest', 'n'], [[null, 1]])).toBe('longest  n\nNULL     1\n')
  })

  const long = 'x'.repeat(100)

  it('cuts a text only where the line is full', async () => {
    const names = ['id', 'use', 'n']
    const cut = await rows(names, [[1, long, 123456]], { width: 40 })
    expect(cut).toBe(`id  use                                n\n 1  ${'x'.repeat(27)}…  123456\n`)
    expect(await rows(names, [[1, long, 123456]], { width: 112 })).toContain(`${long}  123456`)
    expect(await rows(names, [[1, long, 123456]], { width: 40, wide: true })).toContain(`${long}  123456`)
    expect(await rows(names, [[1, long, 123456]], { width: undefined })).toContain(`${long}  123456`)
  })

  it('has the columns that fit from the left, and tells of the others', async () => {
    const omitted: string[] = []
    const names = ['a', 'text', 'other', 'b', 'c']
    const onOmitted = (name: string) => omitted.push(name)
    const drawn = await rows(names, [[1, long, long, 2, 3]], { width: 48, onOmitted })
    expect(drawn.split('\n')[0]).toMatch(/^a {2}text +other +b$/)
    expect(omitted).toEqual(['c'])
    expect(Math.max(...drawn.split('\n').map((line) => line.length))).toBeLessThanOrEqual(48)
    omitted.length = 0
    await rows(names, [[1, long, long, 2, 3]], { width: 47, onOmitted })
    expect(omitted).toEqual(['b', 'c'])
  })

  it('never cuts a number or a name, even in a terminal that is too narrow', async () => {
    const omitted: string[] = []
    const drawn = await rows(['a_long_name', 'b'], [[123456789012, 1]], {
      width: 20,
      onOmitted: (name: string) => omitted.push(name),
    })
    expect([drawn, omitted]).toEqual([' a_long_name  b\n123456789012  1\n', []])
  })

  it('widens columns for rows that were not measured, as far as there is room', async () => {
    const records = [
      [1, 'a', 'b'],
      [12345, 'a longer text', 'c'],
      [2, long, 'd'],
    ]
    const drawn = await rows(['n', 't', 'u'], records, { measured: 1, width: 40 })
    expect(drawn.split('\n')).toEqual([
      'n  t  u',
      '1  a  b',
      `12345  a longer text${' '.repeat(17)}  c`,
      `    2  ${'x'.repeat(29)}…  d`,
      '',
    ])
  })

  it('has a header once, or none', async () => {
    const records = Array.from({ length: 120 }, (_, at) => [at])
    const drawn = await rows(['n'], records, { measured: 10 })
    expect(drawn.split('\n').filter((line) => line.trim() === 'n')).toHaveLength(1)
    expect((await rows(['n'], records, { noHeaders: true })).split('\n')[0]).toBe('  0')
    expect(drawn.trim().split('\n')).toHaveLength(121)
  })

  it('is a line for each value in plain text', async () => {
    expect(
      await rows(
        ['id', 'A b', 'id'],
        [
          [1, null, 'x'],
          [2, 'y', long],
        ],
        { plain: true, width: 40 },
      ),
    ).toBe(`id: 1\nA b: NULL\nid: x\n\nid: 2\nA b: y\nid: ${long}\n`)
  })

  it('lets nothing through that a terminal would obey', async () => {
    const hostile = '\u001b[31mred\u0007\u202e'
    for (const plain of [false, true])
      expect(unsafeIn(await rows([hostile, 'b'], [[hostile, 1]], { plain }))).toEqual([])
  })
})
