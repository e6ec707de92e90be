/** Types of columns, including nested types, and the conversion of values to them. */

import { type FieldPath, fieldAt } from '../../api/records/field-paths.ts'
import type { Field, Fields, FieldType } from '../../api/records/fields.ts'
import { jsonText } from '../../api/wire/json-text.ts'
import { ExactNumber } from '../../exact-number.ts'
import { isList, isNested, isObject, type Json } from '../../ports/json.ts'

/** `instant` is a date in milliseconds since the epoch; `json` is any value as JSON text. */
export type Plain = 'integer' | 'number' | 'boolean' | 'instant' | 'text' | 'json'

export type ColumnType =
  | Plain
  | { readonly listOf: ColumnType }
  | { readonly fields: readonly (readonly [name: string, columnType: ColumnType])[] }

const columnTypes = {
  integer: 'integer',
  number: 'number',
  money: 'number',
  local: 'number',
  percent: 'number',
  string: 'text',
  text: 'text',
  html: 'text',
  date: 'instant',
  boolean: 'boolean',
  object: 'json',
  map: 'json',
} as const satisfies Record<FieldType, Plain>

export function columnTypeOf({ type, fields, list }: Field): ColumnType {
  const entries = Object.entries(fields ?? {}).map(([name, field]) => [name, columnTypeOf(field)] as const)
  const columnType: ColumnType = entries.length > 0 ? { fields: entries } : columnTypes[type]
  return list ? { listOf: columnType } : columnType
}

/**
 * Returns the type of the values at a path. Each list along the path wraps it in a list; unknown fields are
 * JSON.
 */
export function columnTypeAt(fields: Fields, path: FieldPath): ColumnType {
  const field = fieldAt(fields, path)
  if (!field) return 'json'
  const lists = path.slice(1).filter((_, at) => fieldAt(fields, path.slice(0, at + 1))?.list)
  return lists.reduce((columnType): ColumnType => ({ listOf: columnType }), columnTypeOf(field))
}

/** Infers a type from some of the values. */
export function inferColumnType(values: readonly (Json | undefined)[]): ColumnType {
  const some = values.filter((value) => value !== null && value !== undefined)
  const all = (['integer', 'number', 'boolean', 'text'] as const).find((columnType) => {
    const fits = (value: Json) =>
      plain[columnType](value) !== undefined && (columnType === 'text') === (typeof value === 'string')
    return some.length > 0 && some.every(fits)
  })
  return all ?? 'json'
}

/**
 * Converts a value to a type, or null if it is empty. Calls `onMismatch` if any part of the value does not fit.
 */
export function convert(columnType: ColumnType, value: Json | undefined, onMismatch: () => void): unknown {
  if (value === undefined || value === null) return null
  if (typeof columnType === 'string') {
    const found = plain[columnType](value)
    // The API sometimes sends '' for a missing value.
    if (found === undefined && value !== '') onMismatch()
    return found ?? null
  }
  if ('listOf' in columnType && isList(value))
    return value.map((item: Json) => convert(columnType.listOf, item, onMismatch))
  if ('fields' in columnType && isObject(value)) {
    const names = new Set(columnType.fields.map(([name]) => name))
    if (Object.keys(value).some((key) => !names.has(key))) onMismatch()
    const own = (name: string) => (Object.hasOwn(value, name) ? value[name] : undefined)
    return Object.fromEntries(
      columnType.fields.map(([name, within]) => [name, convert(within, own(name), onMismatch)]),
    )
  }
  if (value !== '') onMismatch()
  return null
}

const int64 = 2n ** 63n
const instant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?$/

/** Converts a value to each type; `undefined` if it does not fit. */
const plain: Record<Plain, (value: Json) => unknown> = {
  integer: (value) => {
    const isWhole =
      Number.isSafeInteger(value) || (value instanceof ExactNumber && /^-?\d+$/.test(`${value}`))
    const number = isWhole ? BigInt(`${value}`) : int64
    return number >= -int64 && number < int64 ? number : undefined
  },
  number: (value) => (typeof value === 'number' ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  instant: (value) => {
    const date = new Date(typeof value === 'string' && instant.test(value) ? value : Number.NaN)
    return Number.isNaN(date.getTime()) ? undefined : date
  },
  text: (value) => (isNested(value) ? undefined : String(value)),
  json: (value) => jsonText(value),
}
