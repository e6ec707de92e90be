/**
 * The columns of tables, and functions that create the common kinds. `record-columns.ts` lists the columns of
 * each type.
 */

import { at, number } from '../../api/records/field-values.ts'
import type { FieldType } from '../../api/records/fields.ts'
import { isList, isNested, type Json, type JsonObject } from '../../core/json.ts'
import type { Role } from '../gate/gate.ts'
import { ago, alignedPercent, count, date, type Format, isoTime, money } from '../words/format.ts'
import { line } from '../words/line.ts'
import { country } from '../words/loan-words.ts'
import type { Align } from './grid.ts'

export interface Column {
  readonly header: string
  /**
   * The path of the field that it shows, if it shows a single field. Fields with a page on the website become
   * links.
   */
  readonly path?: string
  /** The paths of the fields that its value is computed from, if it shows no single field. */
  readonly reads?: readonly string[]
  /** The type of a computed value, by which options can use the heading as the name of a field. */
  readonly type?: FieldType
  /**
   * Returns its value for a sanitized record, to sort and count by; undefined, null or '' if the record has
   * none.
   */
  readonly value: (record: JsonObject) => Json | undefined
  /** Formats a value as one line of text. Default: the value as it is. */
  readonly write?: Format
  readonly align: Align
  /**
   * What conditions on it compare: text, how old its times are, or how much time is left until then. Default: numbers
   * for a right-aligned column, else text.
   */
  readonly compares?: 'text' | 'age' | 'left'
  /** Groups of words that mean the same: a condition on one finds cells with any of them. */
  readonly synonyms?: readonly (readonly string[])[]
  /** See {@link Need}. */
  readonly rank: number
  /**
   * The minimum width, below which a shortened cell is useless. Without it, the column is shortened only as a
   * last resort.
   */
  readonly minWidth?: number
  readonly role?: Role | ((record: JsonObject, now: number | undefined) => Role | undefined)
  /** Draws the cell at a given width, instead of formatting its value. */
  readonly fill?: (record: JsonObject, columns: number) => string
  /** Replaces this column if it does not fit. Also replaces a column with `fill` outside of a terminal. */
  readonly else?: Column
  /** Replaces this column outside of a terminal. */
  readonly offScreen?: Column
  /**
   * Only filters know it: tables omit it, a word of a filter does not find it, and a condition on it compares from the
   * start of a word, so that `gender:male` finds no `female`.
   */
  readonly isHidden?: true
  /** Omits the column if this is false for the records of the first page. */
  readonly when?: (records: readonly JsonObject[]) => boolean
}

/** The default width of a drawn cell. */
const filledColumns = 16

/** Returns the text of a cell; '' if the record has no value. `now` is in milliseconds since the epoch. */
export function cellText(
  { fill, value, write = line }: Column,
  record: JsonObject,
  now: number | undefined,
): string {
  return fill ? fill(record, filledColumns) : write(value(record), now)
}

/** Returns the column without a drawing, which repeats the number of its replacement. */
export const inWords = (column: Column): Column => (column.fill ? (column.else ?? column) : column)

/** Whether conditions compare the times of the column. */
export const isTime = ({ compares = 'text' }: Column): boolean => compares !== 'text'

/** Whether every table shows the value of the column's field as it is, so that its cells have no {@link otherForms}. */
export const hasOneForm = ({ write, fill, offScreen }: Column): boolean =>
  (write ?? fill ?? offScreen) === undefined

/**
 * Returns the texts that a cell has besides {@link cellText} of the column in words: those of tables in a pipe and of plain
 * text, and the value of its field. `now` is in milliseconds since the epoch.
 */
export function otherForms(column: Column, record: JsonObject, now: number): readonly string[] {
  const shown = inWords(column)
  const plain = column.offScreen ?? shown
  const value = plain.path === undefined ? plain.value(record) : at(record, plain.path)
  const texts = isNested(value) ? [] : [line(value)]
  if (plain !== shown) texts.push(cellText(plain, record, now))
  if (isTime(plain)) texts.push(cellText(plain, record, undefined))
  return texts.filter((text, at) => text !== '' && texts.indexOf(text) === at)
}

type ColumnOptions = Partial<Omit<Column, 'header' | 'path' | 'value'>>

const kind =
  (
    defaults: Pick<Column, 'align' | 'write'> & ColumnOptions,
    read: (value: Json | undefined) => Json | undefined = (value) => value,
  ) =>
  (header: string, path: string, rank: number, options: ColumnOptions = {}): Column => ({
    header,
    path,
    value: (record) => read(at(record, path)),
    rank,
    ...defaults,
    ...options,
  })

/**
 * Converts a number that the API sent as a string, since the values of a column are compared with each other.
 */
const numeric = (value: Json | undefined) => (typeof value === 'string' ? (number(value) ?? value) : value)

/** Joins the items of a list into one text. */
const joined = (value: Json | undefined) =>
  isList(value) ? value.map((item: Json) => line(item)).join(', ') : value

/** A column of text, which may be shortened. */
export const textColumn = kind({ align: 'left', minWidth: 12 }, joined)
/** A column of single words, which are kept whole. */
export const wordColumn = kind({ align: 'left' })
export const idColumn = kind({ align: 'right' })
/** A column of country codes, shown as country names. */
export const countryColumn = kind({ write: country, align: 'left', minWidth: 8 })
export const countColumn = kind({ write: count, align: 'right' }, numeric)
export const moneyColumn = kind({ write: money, align: 'right' }, numeric)
export const percentColumn = kind({ write: alignedPercent, align: 'right' }, numeric)
export const dateColumn = kind({
  write: (value, now) => (now === undefined ? isoTime(value) : date(value)),
  align: 'left',
  compares: 'age',
})
export const agoColumn = kind({ write: ago, align: 'left', compares: 'age' })
