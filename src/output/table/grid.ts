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

/** How columns follow each other: two spaces between them, or one before those that are aligned to the right. */
export type Spacing = 'wide' | 'tight'

/** Returns the spaces before a column. */
export const gapBefore = (align: Align | undefined, spacing: Spacing): number =>
  spacing === 'tight' && align === 'right' ? 1 : gap

/** Draws rows without borders, no spaces at line ends. Cells must fit their widths. */
export function drawGrid(
  rows: readonly (readonly Cell[])[],
  widths: readonly number[],
  aligns: readonly Align[],
  spacing: Spacing = 'wide',
): string {
  return rows.map((row) => `${drawRow(row, widths, aligns, spacing)}\n`).join('')
}

function drawRow(
  row: readonly Cell[],
  widths: readonly number[],
  aligns: readonly Align[],
  spacing: Spacing,
): string {
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
    spaces += room - before + (columns > 0 ? 0 : before) + gapBefore(aligns[index + 1], spacing)
  })
  return drawn
}
