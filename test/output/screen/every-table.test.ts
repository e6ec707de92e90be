import { expect, it } from 'vitest'
import { cleanLines } from '../../../src/output/gate/text.ts'
import { type Row, rowOf } from '../../../src/output/screen/row.ts'
import { width } from '../../../src/output/terminal/width.ts'
import { isLong } from '../../e2e/how-long.ts'
import { drawMany, write } from './drawing.ts'
import { terminalWith } from './tables.ts'

it('random changes, each on four terminals, leave no wrong column beside odd glyphs', async () => {
  const count = isLong ? 2500 : 1000
  const { wrong, scrolls, oddColumns } = await drawMany(count)
  expect(wrong).toEqual([])
  expect(scrolls).toBeGreaterThan(count / 25)
  expect(oddColumns).toBeGreaterThan(4 * count)
})

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The columns of a row that holds one character, which is not odd. */
const columnsOf = ({ texts }: Row) => (texts[1] === '' ? 2 : 1)

it.each(['6', '11'] as const)('no character but odd ones has another width in table %s', async (table) => {
  const rows = 500
  const terminal = terminalWith(table, 4, rows)
  const surely = [...range(0x20, 0xd7ff), ...range(0xf900, 0xffff), ...range(0x20000, 0x201ff)]
    .map((code) => String.fromCodePoint(code))
    .filter((character) => cleanLines(character) === character && width(character) > 0)
    .map((character) => ({ character, row: rowOf(character, 4) }))
    .filter(({ row }) => row.reaches.size === 0)
  expect(surely.length).toBeGreaterThan(30_000)
  const others: string[] = []
  for (let from = 0; from < surely.length; from += rows) {
    const page = surely.slice(from, from + rows)
    await write(terminal, page.map(({ character }, index) => `\x1b[${index + 1};1H${character}`).join(''))
    page.forEach(({ character, row }, index) => {
      const cell = terminal.buffer.active.getLine(index)?.getCell(0)
      if (cell?.getChars() !== character || cell.getWidth() !== columnsOf(row)) others.push(character)
    })
  }
  expect(others).toEqual([])
})
