import { expect, it } from 'vitest'
import { diff, type Region, scrollOf } from '../../../src/output/screen/diff.ts'
import { type Screen, screenOf } from '../../../src/output/screen/screen.ts'
import { palette } from '../../../src/output/terminal/palette.ts'
import { bytesOf, drawMany } from './drawing.ts'

const paint = palette(true)

const show = (lines: readonly string[], columns = 40, rows = lines.length) => screenOf(lines, columns, rows)

/** The strokes between two screens of one row. */
const between = (before: string, after: string, columns = 40) =>
  diff(show([before], columns), show([after], columns))

const text = (column: number, drawn: string, row = 0) => ({ kind: 'text', row, column, text: drawn })
const erase = (column: number, row = 0) => ({ kind: 'erase', row, column })

it('equal screens need no stroke', () => {
  expect(between('2101539  Nicolás', '2101539  Nicolás')).toEqual([])
  expect(between('blank', 'blank   ')).toEqual([])
  expect(between(paint('name', 'a b'), `${paint('name', 'a')} ${paint('name', 'b')}`)).toEqual([])
})

it('only the columns that changed are written', () => {
  expect(between('  2101539  78%', '> 2101539  78%')).toEqual([text(0, '>')])
  expect(between('a: 10, b: 20', 'a: 11, b: 21')).toEqual([text(4, '1, b: 21')])
  expect(between('a: 10, and much later b: 20', 'a: 11, and much later b: 21')).toEqual([
    text(4, '1'),
    text(26, '1'),
  ])
})

it('the blank rest of a row is erased, or written over if it is short', () => {
  expect(between('a long name of a loan', 'short')).toEqual([text(0, 'short'), erase(5)])
  expect(between('Nicolás', 'Nic')).toEqual([text(3, '    ')])
  expect(between('a long name of a loan', '')).toEqual([erase(0)])
})

it('each stroke starts with default colors and ends with them', () => {
  const before = paint('name', 'Ana from Kenya')
  expect(between(before, paint('name', 'Ana from Kenia'))).toEqual([text(12, paint('name', 'i'))])
  expect(between('Ana', paint('selected', paint('name', 'Ana')))).toEqual([
    text(0, '\x1b[1m\x1b[7mAna\x1b[22m\x1b[27m'),
  ])
  expect(between('', `${paint('accent', 'a')}${paint('warning', 'b')}`)).toEqual([
    text(0, '\x1b[36ma\x1b[33mb\x1b[39m'),
  ])
  expect(between('', `${paint('name', 'a')}${paint('label', 'b')}`)).toEqual([
    text(0, '\x1b[1ma\x1b[22m\x1b[2mb\x1b[22m'),
  ])
})

it('a space takes the colors around it, unless they are inverse', () => {
  expect(between('', `${paint('name', 'a')} ${paint('name', 'b')}`)).toEqual([text(0, paint('name', 'a b'))])
  expect(between('', `${paint('selected', 'a ')} b`)).toEqual([text(0, `${paint('selected', 'a ')} b`)])
})

it('an odd cluster is written to cleared columns, and what follows at its own place', () => {
  expect(between('', 'to 🌱 grow')).toEqual([text(0, 'to   '), text(3, '🌱'), text(6, 'grow')])
  expect(between('to 🌱 grow', 'at 🌱 grow')).toEqual([text(0, 'at')])
  expect(between('a → b', 'c → d')).toEqual([text(0, 'c'), text(4, 'd')])
  expect(between('', paint('selected', '→'))).toEqual([
    text(0, paint('selected', ' ')),
    text(0, paint('selected', '→')),
    text(1, ' '),
  ])
})

it('what a wide odd cluster may have covered is written again', () => {
  expect(between('👍 abcdef', '👍🏽 abcdef')).toEqual([text(0, '  '), text(0, '👍🏽'), text(2, ' a')])
  expect(between('★ end', '★ and')).toEqual([text(2, 'a')])
})

it('the letters of a word that the terminal shapes are drawn together', () => {
  expect(between('', 'کیوا', 10)).toEqual([text(0, '    '), text(0, 'کیوا'), text(4, '    ')])
  expect(between('کیوا', 'کیو', 10)).toEqual([text(0, '   '), text(0, 'کیو'), text(3, '   ')])
})

it('a joiner at the end of a cut word is left out, since the gate would show it', () => {
  expect(between('', 'xمی\u200cخواهم', 3).at(-1)).toEqual(text(1, 'می'))
})

it('Chinese, Japanese and Korean characters are two columns wide in every terminal', () => {
  expect(between('李小龙', '李大龙')).toEqual([text(2, '大')])
  expect(between('', '日本語', 5)).toEqual([text(0, '日本')])
})

it('text reaches the last column, but no odd cluster begins there', () => {
  expect(between('', 'abcdef', 3)).toEqual([text(0, 'abc')])
  expect(between('', 'ab★', 3)).toEqual([text(0, 'ab')])
})

it('newlines become spaces; links and stray marks take no columns', () => {
  expect(between('', '\u0301a\nb \x1b]8;;https://www.kiva.org/lend/1\x1b\\link\x1b]8;;\x1b\\')).toEqual([
    text(0, 'a b link'),
  ])
})

it('a screen has exactly its rows, and a first drawing needs an erased one', () => {
  const screen = screenOf(['one', 'two', 'three'], 10, 2)
  expect(screen.rows).toHaveLength(2)
  expect(screenOf([], 10, 2).rows.map(({ texts }) => texts.join(''))).toEqual([
    ' '.repeat(10),
    ' '.repeat(10),
  ])
  const whole = [text(0, 'one'), text(0, 'two', 1)]
  expect(diff(undefined, screen)).toEqual(whole)
  expect(diff(screenOf(['one'], 11, 2), screen)).toEqual(whole)
  expect(diff(screenOf(['one'], 10, 3), screen)).toEqual(whole)
})

it('lines that stay are not parsed again', () => {
  const before = screenOf(['one', 'two'], 10, 2)
  const after = screenOf(['two', 'three'], 10, 2, before)
  expect(after.rows[0]).toBe(before.rows[1])
  expect(screenOf(['one'], 9, 1, before).rows[0]?.texts).toHaveLength(9)
})

const names = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${from + index} ${String(from + index).repeat(9)}`)

it('a list that moved scrolls', () => {
  const before = show(['head', ...names(100, 10), 'foot'])
  const list = { top: 1, bottom: 10 }
  expect(diff(before, show(['head', ...names(101, 10), 'foot']), list)).toEqual([
    { kind: 'scroll', ...list, by: 1 },
    text(0, names(110, 1)[0] ?? '', 10),
  ])
  expect(diff(before, show(['head', ...names(97, 10), 'foot']), list)[0]).toEqual({
    kind: 'scroll',
    ...list,
    by: -3,
  })
})

it.each<[string, Screen, Screen, Region]>([
  ['is not given', show(names(1, 4)), show(names(2, 4)), { top: 0, bottom: 0 }],
  ['moved too far', show(names(100, 8)), show(names(105, 8)), { top: 0, bottom: 7 }],
  ['has other rows', show(names(100, 8)), show(names(200, 8)), { top: 0, bottom: 7 }],
  ['has equal rows', show(Array(8).fill('same')), show(Array(8).fill('same')), { top: 0, bottom: 7 }],
  ['is blank', show(Array(8).fill('')), show(Array(8).fill('')), { top: 0, bottom: 7 }],
])('a region does not scroll that %s', (_, before, after, { top, bottom }) => {
  expect(scrollOf(before, after, top, bottom)).toBe(0)
})

it('a scroll that takes more bytes than writing is left out', () => {
  const before = show(['a', 'b', 'c', 'd'])
  const after = show(['b', 'c', 'd', 'e'])
  expect(scrollOf(before, after, 0, 3)).toBe(1)
  const wide = diff(show(names(1, 4)), show(names(2, 4)), { top: 0, bottom: 3 })
  expect(wide[0]?.kind).toBe('scroll')
  expect(
    diff(show(['a', 'b', '']), show(['b', '', '']), { top: 0, bottom: 2 }).map(({ kind }) => kind),
  ).toEqual(['text', 'text'])
})

it('random changes leave no wrong column beside odd glyphs', async () => {
  const { wrong } = await drawMany(100)
  expect(wrong).toEqual([])
})

it('moving the cursor through a list takes few bytes', async () => {
  const list = (columns: number, rows: number, first: number, selected: number) =>
    Array.from({ length: rows }, (_, index) => {
      const id = String(2_101_539 + first + index)
      const line = `  ${paint('name', id)}  ${`Name ${id} of a borrower in Kenya `.repeat(9)}`.slice(
        0,
        columns + 9,
      )
      return index === selected ? paint('selected', line) : line
    })
  for (const [columns, rows, most, mostScrolled] of [
    [80, 24, 800, 900],
    [160, 45, 1500, 6000],
  ] as const) {
    const region = { top: 0, bottom: rows - 1 }
    const before = screenOf(list(columns, rows, 0, rows - 2), columns, rows)
    const moved = screenOf(list(columns, rows, 0, rows - 1), columns, rows, before)
    const bytes = await bytesOf(diff(before, moved, region), false)
    expect(bytes.length).toBeLessThan(most)
    const next = screenOf(list(columns, rows, 1, rows - 1), columns, rows, moved)
    const scroll = await bytesOf(diff(moved, next, region), false)
    expect(scroll.length).toBeLessThan(mostScrolled)
  }
})
