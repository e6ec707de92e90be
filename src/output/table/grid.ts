/** Draws rows of cells as lines of text, in time linear in the rows. */
import { gap } from '../terminal/fit.ts'
import { width } from '../terminal/width.ts'

export type Align = 'left' | 'right'

export interface Cell {
  /** One cleaned line. */
  readonly text: string
  /** The same, painted. */
  readonly painted: string
}

/** Draws rows without borders, two spaces between columns, no spaces at line ends. Cells must fit their widths. */
export function drawGrid(
  rows: readonly (readonly Cell[])[],
  widths: readonly number[],
  aligns: readonly Align[],
): string {
  return rows.map((row) => `${drawRow(row, widths, aligns)}\n`).join('')
}

function drawRow(row: readonly Cell[], widths: readonly number[], aligns: readonly Align[]): string {
  let drawn = ''
  /** Spaces to write before the next text, so that none end the line. */
  let spaces = 0
  row.forEach(({ text, painted }, index) => {
    const columns = width(text)
    const room = (widths[index] ?? 0) - columns
    const before = aligns[index] === 'right' ? room : 0
    if (columns > 0) {
      drawn += ' '.repeat(spaces + before) + painted
      spaces = 0
    }
    spaces += room - before + (columns > 0 ? 0 : before) + gap
  })
  return drawn
}
