/** Draws small tables. The only file that imports cli-table3. */
import Table from 'cli-table3'
import { width } from '../terminal/width.ts'
import type { Align, Cell } from './grid.ts'

const bare = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '',
  bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ',
} // biome-ignore format: one thing

/**
 * Draws what `drawGrid` draws. Its time is quadratic in rows, so it is for the small tables within a page.
 *
 * cli-table3 measures with an old string-width, for which Thai vowel signs take a column of their own. So it is given
 * stand-ins, one private-use character a column, and the painted texts replace them afterwards; no text of the service
 * and no color passes through it.
 */
export function drawTable(
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
  return `${drawn.replace(placeholderPattern, () => painted[next++] ?? '')}\n`
}

const start = '\ue000'
const more = '\ue001'
const placeholderPattern = new RegExp(`${start}${more}*`, 'g')
