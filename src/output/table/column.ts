/** What a column of a table is, and the usual kinds of them. `record-columns.ts` puts them together. */

import type { Json, JsonObject } from '../../context.ts'
import type { Role } from '../gate/roles.ts'
import type { Align } from '../terminal/grid.ts'
import { country } from '../words/country.ts'
import { ago, alignedPercent, count, date, type Format, isoTime, money } from '../words/format.ts'
import { at, line } from '../words/reading.ts'

export interface Column {
  readonly header: string
  /** One line of text from a cleaned record; '' when it has none. */
  readonly cell: (record: JsonObject, now: number | undefined) => string
  readonly align: Align
  /** See {@link Need}. */
  readonly rank: number
  /** Columns of the terminal below which it says nothing any more. Without it, it is shortened only in need. */
  readonly least?: number
  readonly role?: Role | ((record: JsonObject, now: number | undefined) => Role | undefined)
  /** Draws the cell anew for a width, in place of shortening it. */
  readonly fill?: (record: JsonObject, columns: number) => string
  /** Stands in its place where there is no room for it; for one that is filled, where nobody looks at a screen too. */
  readonly else?: Column
  /** Stands in its place where nobody looks at a screen. */
  readonly offScreen?: Column
  /** Left out unless this holds for the records of the first page. */
  readonly when?: (records: readonly JsonObject[]) => boolean
}

type ColumnOptions = Partial<Omit<Column, 'header' | 'cell'>>

const kind =
  (format: Format, usual: Pick<Column, 'align'> & ColumnOptions) =>
  (header: string, path: string, rank: number, options: ColumnOptions = {}): Column => ({
    header,
    cell: (record, now) => format(at(record, path), now),
    rank,
    ...usual,
    ...options,
  })

const join: Format = (value) =>
  Array.isArray(value) ? value.map((item: Json) => line(item)).join(', ') : line(value)

/** Text that may be shortened. */
export const textColumn = kind(join, { align: 'left', least: 12 })
/** A word that may not. */
export const wordColumn = kind(line, { align: 'left' })
export const idColumn = kind(line, { align: 'right' })
/** A country by its code. */
export const countryColumn = kind(country, {
  align: 'left',
  least: 8,
})
export const countColumn = kind(count, { align: 'right' })
export const moneyColumn = kind(money, { align: 'right' })
export const percentColumn = kind(alignedPercent, { align: 'right' })
export const dateColumn = kind((value, now) => (now === undefined ? isoTime(value) : date(value)), {
  align: 'left',
})
export const agoColumn = kind(ago, { align: 'left' })
