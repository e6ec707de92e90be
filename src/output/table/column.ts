/** What a column of a table is, and the usual kinds of them. `record-columns.ts` puts them together. */

import { at, number } from '../../api/records/field-values.ts'
import { isList, type Json, type JsonObject } from '../../ports/json.ts'
import type { Role } from '../gate/roles.ts'
import { country } from '../words/country.ts'
import { ago, alignedPercent, count, date, type Format, isoTime, money } from '../words/format.ts'
import { line } from '../words/line.ts'
import type { Align } from './grid-table.ts'

export interface Column {
  readonly header: string
  /** The field that it shows, where it is one: a field that names a page of the website is linked. */
  readonly path?: string
  /** What a cleaned record has here, to sort and count by; undefined, null or '' for nothing. */
  readonly value: (record: JsonObject) => Json | undefined
  /** Writes a value as one line of text; without it, the value stands as it is. */
  readonly write?: Format
  readonly align: Align
  /** See {@link Need}. */
  readonly rank: number
  /** Columns of the terminal below which it says nothing any more. Without it, it is shortened only in need. */
  readonly least?: number
  readonly role?: Role | ((record: JsonObject, now: number | undefined) => Role | undefined)
  /** Draws the cell for a width, in place of writing its value. */
  readonly fill?: (record: JsonObject, columns: number) => string
  /** Stands in its place where there is no room for it; for one that is filled, where nobody looks at a screen too. */
  readonly else?: Column
  /** Stands in its place where nobody looks at a screen. */
  readonly offScreen?: Column
  /** Left out unless this holds for the records of the first page. */
  readonly when?: (records: readonly JsonObject[]) => boolean
}

/** The width that a drawn cell asks for. */
const filledColumns = 16

/** The text of a cell, `now` in milliseconds since the epoch; '' where the record has nothing for it. */
export function cellText(
  { fill, value, write = line }: Column,
  record: JsonObject,
  now: number | undefined,
): string {
  return fill ? fill(record, filledColumns) : write(value(record), now)
}

type ColumnOptions = Partial<Omit<Column, 'header' | 'path' | 'value'>>

const kind =
  (
    usual: Pick<Column, 'align' | 'write'> & ColumnOptions,
    read: (value: Json | undefined) => Json | undefined = (value) => value,
  ) =>
  (header: string, path: string, rank: number, options: ColumnOptions = {}): Column => ({
    header,
    path,
    value: (record) => read(at(record, path)),
    rank,
    ...usual,
    ...options,
  })

/** A number that came as text is one: values of a column are compared with each other. */
const numeric = (value: Json | undefined) => (typeof value === 'string' ? (number(value) ?? value) : value)

/** The items of a list in one text. */
export const joined = (value: Json | undefined) =>
  isList(value) ? value.map((item: Json) => line(item)).join(', ') : value

/** Text that may be shortened. */
export const textColumn = kind({ align: 'left', least: 12 }, joined)
/** A word that may not. */
export const wordColumn = kind({ align: 'left' })
export const idColumn = kind({ align: 'right' })
/** A country by its code. */
export const countryColumn = kind({ write: country, align: 'left', least: 8 })
export const countColumn = kind({ write: count, align: 'right' }, numeric)
export const moneyColumn = kind({ write: money, align: 'right' }, numeric)
export const percentColumn = kind({ write: alignedPercent, align: 'right' }, numeric)
export const dateColumn = kind({
  write: (value, now) => (now === undefined ? isoTime(value) : date(value)),
  align: 'left',
})
export const agoColumn = kind({ write: ago, align: 'left' })
