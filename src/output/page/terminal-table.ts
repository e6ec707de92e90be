/** Writes small tables within a page. The only file that imports cli-table3. */
import Table from 'cli-table3'
import type { Role } from '../gate/gate.ts'
import type { Align, Cell } from '../table/grid.ts'
import { type Need, shareWidth } from '../terminal/fit.ts'
import { shorten, widest, width } from '../terminal/width.ts'
import type { Block } from '../view.ts'
import type { SmallColumn } from './page.ts'
import type { Layout } from './terminal-layout.ts'

/** Returns a small table, whose text is shortened before its numbers. */
export function tableBlock(
  layout: Layout,
  columns: readonly SmallColumn[],
  rows: readonly (readonly string[])[],
): Block {
  const used = columns.map((column, index) => ({ ...column, texts: rows.map((row) => row[index] ?? '') }))
  if (layout.plain)
    return rows.map((_, at) => rowInWords(used.map(({ header, texts }) => [header, texts[at] ?? ''])))
  const needs = used.map(({ header, align, texts }): Need => {
    const natural = widest([header, ...texts])
    return { natural, minWidth: align === 'right' ? natural : 8, rank: 0 }
  })
  const widths = shareWidth(needs, layout.columns)
  const line = (pick: (column: (typeof used)[number]) => string, role?: Role) =>
    used.map((column, index): Cell => {
      const text = shorten(pick(column), widths[index] ?? 0)
      return { text, painted: role ? layout.paint(role, text) : text }
    })
  const lines = [
    line(({ header }) => header, 'label'),
    ...rows.map((_, at) => line(({ texts }) => texts[at] ?? '')),
  ]
  const aligns = used.map(({ align }) => align)
  return inPages(lines, 50)
    .map((page) => drawTable(page, widths, aligns))
    .join('')
    .trimEnd()
    .split('\n')
}

/** `due 1 May 2025, amount $1,650` */
const rowInWords = (cells: readonly (readonly [header: string, text: string])[]) =>
  cells
    .filter(([, text]) => text !== '')
    .map(([header, text]) => `${header} ${text}`.trim())
    .join(', ')

function inPages<T>(rows: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, page) =>
    rows.slice(page * size, (page + 1) * size),
  )
}

/**
 * Draws what `drawGrid` draws. Its time is quadratic in rows, so it is for the small tables within a page.
 *
 * cli-table3 measures with an old string-width, for which Thai vowel signs take a column of their own. So it is given
 * placeholders, one private-use character a column, and the painted texts replace them afterwards; no text of the
 * service and no color passes through it.
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

/** No borders, and two spaces between columns. */
const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}
const start = '\ue000'
const more = '\ue001'
const placeholderPattern = new RegExp(`${start}${more}*`, 'g')
