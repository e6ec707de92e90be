/** Draws rows of cells as text. The only file that imports cli-table3. */
import Table from 'cli-table3'
import { width } from '../terminal/width.ts'

export type Align = 'left' | 'right'

export interface Cell {
  /** One cleaned line. */
  readonly text: string
  /** The same, painted. */
  readonly painted: string
}

const bare = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '',
  bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ',
} // biome-ignore format: one thing

/**
 * Draws rows without borders, two spaces between columns, no spaces at line ends. Cells must fit their widths.
 *
 * cli-table3 measures with an old string-width, for which Thai vowel signs take a column of their own. So it is given
 * stand-ins, one private-use character a column, and the painted texts take their places afterwards; nothing of the
 * service and no color passes through it. Its time is quadratic in rows: call it with a page, and {@link drawRows} for more.
 */
export function drawGrid(
  rows: readonly (readonly Cell[])[],
  widths: readonly number[],
  aligns: readonly Align[],
): string {
  if (rows.length === 0) return ''
  const table = new Table({
    chars: bare,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colWidths: [...widths],
    colAligns: [...aligns],
  })
  const painted: string[] = []
  for (const row of rows) {
    table.push(
      row.map(({ text, painted: shown }) => {
        const columns = width(text)
        if (columns === 0) return ''
        painted.push(shown)
        return start + more.repeat(columns - 1)
      }),
    )
  }
  const drawn = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
  let next = 0
  return `${drawn.replace(standIn, () => painted[next++] ?? '')}\n`
}

/** Draws what {@link drawGrid} draws, in linear time, for the later pages of a long table. */
export function drawRows(
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
    spaces += room - before + (columns > 0 ? 0 : before) + bare.middle.length
  })
  return drawn
}

const start = '\ue000'
const more = '\ue001'
const standIn = new RegExp(`${start}${more}*`, 'g')
