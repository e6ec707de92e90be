/** A table within a detail view. */
import type { Role } from '../gate/roles.ts'
import { drawTable } from '../table/cli-table.ts'
import type { Align, Cell } from '../table/grid.ts'
import { type Need, shareWidth } from '../terminal/fit.ts'
import { shorten, widest } from '../terminal/width.ts'
import type { Block, Layout } from './layout.ts'

export interface SmallColumn {
  readonly header: string
  readonly align: Align
}

/** Returns a small table. Columns without any text are omitted, and text is shortened before numbers. */
export function tableBlock(
  layout: Layout,
  columns: readonly SmallColumn[],
  rows: readonly (readonly string[])[],
): Block {
  const used = columns
    .map(({ header, align }, index) => ({ header, align, texts: rows.map((row) => row[index] ?? '') }))
    .filter(({ texts }) => texts.some((text) => text !== ''))
  if (used.length === 0) return []
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
