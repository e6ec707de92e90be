/** Writes records in brief in columns, without borders. */
import { withThousands } from '../../core/numbers.ts'
import { padEnd, padStart, shorten, widest } from '../terminal/width.ts'
import type { Block } from '../view.ts'
import type { Entries, Rows, Words } from './page.ts'
import type { Layout, Line } from './terminal-layout.ts'

/** Writes each name with its words, and its rows below the words. */
export function writeEntries(
  { entries }: Entries,
  layout: Layout,
  paintWords: (words: Words) => string,
): readonly Line[] {
  const { plain, columns } = layout
  const indent = plain ? 0 : widest(entries.map(({ name }) => name)) + 2
  const inner = { ...layout, columns: columns && columns - indent }
  return entries.flatMap(({ name, words, rows, more, opens }) => {
    const said = paintWords(words)
    const below = [...(rows ? writeRows(rows, inner) : []), ...(more ? [{ text: more, opens }] : [])]
    return [
      { text: plain ? `${name}: ${said}` : shortened(layout, padEnd(name, indent) + said), opens },
      ...below.map((line) => ({ ...line, text: ' '.repeat(indent) + line.text })),
    ]
  })
}

/** Writes the rows that fit on a screen. */
export function writeRows({ rows, most = rows.length }: Rows, layout: Layout): readonly Line[] {
  const shown = layout.isList || rows.length <= most ? rows : rows.slice(0, most - 1)
  const left = rows.length - shown.length
  const lines = aligned(
    layout,
    shown.map(({ cells }) => cells),
  )
  return [
    ...lines.map((text, at) => ({ text, opens: shown[at]?.opens })),
    ...(left > 0 ? [{ text: `… ${withThousands(left)} more: -o json has all` }] : []),
  ]
}

const shortened = ({ columns }: Layout, text: string): string =>
  columns === undefined ? text : shorten(text, columns)

/** The widest cell that is not the last one of its row, and the narrowest name. */
const widestCell = 28
const narrowestName = 12

/**
 * Draws cells in columns; the last one takes the rest of the line, and names after an id give way to it. Ids are aligned at
 * the right.
 */
function aligned(layout: Layout, rows: readonly (readonly string[])[]): Block {
  if (layout.plain) return rows.map((cells) => cells.filter((cell) => cell !== '').join(', '))
  const widths: number[] = []
  for (const cells of rows)
    for (const [at, cell] of cells.slice(0, -1).entries())
      widths[at] = Math.max(widths[at] ?? 0, Math.min(widestCell, widest([cell])))
  const all = widths.reduce((sum, width) => sum + width + 2, widest(rows.map((cells) => cells.at(-1) ?? '')))
  const name = widths.slice(1).at(-1) ?? 0
  const over = layout.columns === undefined ? 0 : Math.max(0, all - layout.columns)
  if (name > narrowestName) widths[widths.length - 1] = Math.max(narrowestName, name - over)
  return rows.map((cells) => {
    const text = cells.slice(0, -1).map((cell, at) => {
      const room = widths[at] ?? 0
      return `${(/^\d+$/.test(cell) ? padStart : padEnd)(shorten(cell, room), room)}  `
    })
    return shortened(layout, `${text.join('')}${cells.at(-1) ?? ''}`.trimEnd())
  })
}
