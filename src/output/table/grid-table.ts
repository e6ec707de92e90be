/** The one door to cli-table3. */
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
 * service and no color passes through it. Its time is quadratic in rows: call it with a page at a time.
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

const start = '\ue000'
const more = '\ue001'
const standIn = new RegExp(`${start}${more}*`, 'g')
