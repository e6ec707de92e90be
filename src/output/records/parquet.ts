/** Writes Apache Parquet. The only module that imports hyparquet-writer. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer/src/index.js'
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { type FieldPath, fieldAt, pathText, valueAt } from '../../api/records/field-paths.ts'
import type { Field, Fields, FieldType } from '../../api/records/fields.ts'
import { jsonText } from '../../api/wire/json.ts'
import { isList, isNested, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { ExactNumber } from '../../core/numbers.ts'
import { centsOf } from '../../domain/money.ts'
import { timeOf } from '../../domain/time.ts'
import { entriesOf, type Render, type View } from '../view.ts'
import { asObject, columnsOf } from './columns.ts'

/**
 * Writes one group of rows at a time, as bytes. The record type decides the column types; for untyped records
 * the first group decides.
 */
export const renderParquet: Render = async function* (records, view) {
  let rows: JsonObject[] = []
  let write: ((rows: readonly JsonObject[], isLast: boolean) => Uint8Array) | undefined
  const flush = (isLast: boolean) => {
    write ??= openWriter(rows, view)
    const bytes = write(rows, isLast)
    rows = []
    return bytes
  }
  for await (const record of records) {
    rows.push(
      view.names && isList(record) ? Object.fromEntries(entriesOf(view.names, record)) : asObject(record),
    )
    if (rows.length === rowsPerGroup) yield flush(false)
  }
  yield flush(true)
}

/** The most rows to hold in memory at once, as one group of a file. */
export const rowsPerGroup = 2000

type Column = readonly [name: string, columnType: ColumnType, read: (row: JsonObject) => Json | undefined]

function openWriter(first: readonly JsonObject[], view: View) {
  const columns = typedColumns(first, view)
  const others = nameOfRest(columns)
  const names = new Set(columns.map(([name]) => name))
  const encode = openParquet([...columns, [others, 'json']])
  return (rows: readonly JsonObject[], isLast: boolean): Uint8Array => {
    const left = rows.map((row) =>
      view.fields ? [] : Object.entries(row).filter(([key]) => !names.has(key)),
    )
    const data = columns.map(([name, columnType, read]) =>
      rows.map((row, at) => {
        const value = read(row) ?? null
        return convert(columnType, value, () => left[at]?.push([name, value]))
      }),
    )
    const rest = left.map((entries) => (entries.length > 0 ? jsonText(Object.fromEntries(entries)) : null))
    return encode([...data, rest], isLast)
  }
}

/** How pages are compressed: a codec by its name in Parquet. */
export interface Codec {
  readonly name: 'ZSTD'
  compress(bytes: Uint8Array): Uint8Array
}

/**
 * Opens a file with these columns, compressed with Snappy unless a codec is given. The result encodes a group of rows,
 * as a list of values per column, each a result of {@link plainValue} or nested in the same way; the last group may be
 * empty, and ends the file.
 */
export function openParquet(
  columns: readonly (readonly [name: string, columnType: ColumnType, ...unknown[]])[],
  codec?: Codec,
): (data: readonly (readonly unknown[])[], isLast: boolean) => Uint8Array {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'record', num_children: columns.length },
      ...columns.flatMap(([name, columnType]) => elementsOf(name, columnType)),
    ],
    createdBy: 'kiva',
    ...(codec && { codec: codec.name, compressors: { [codec.name]: codec.compress } }),
  })
  return (data, isLast) => {
    file.write({
      columnData: columns.map(([name], at) => ({
        name,
        data: data[at] as unknown[],
        offsetIndex: false,
      })),
      rowGroupSize: rowsPerGroup,
    })
    if (isLast) file.finish()
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
}

/**
 * Returns the name of an extra column, which keeps values that fit no other column as a JSON object by column
 * name, so that no data is lost. The name is unique even without regard to case, since DuckDB ignores case.
 */
function nameOfRest(columns: readonly Column[]): string {
  const taken = new Set(columns.map(([name]) => name.toLowerCase()))
  let name = '_other'
  for (let count = 2; taken.has(name); count++) name = `_other_${count}`
  return name
}

function typedColumns(first: readonly JsonObject[], view: View): readonly Column[] {
  const { paths, from } = columnsOf(first, view)
  const { name } = view.type
  const fields = fieldsOf(view.type)
  return paths.map((path) => {
    const read = (row: JsonObject) => valueAt(row, path)
    const columnType =
      from === 'type' || name || view.type.fields
        ? columnTypeAt(fields, path)
        : inferColumnType(first.map(read))
    return [pathText(path), columnType, read]
  })
}

/** Parquet's schema element for each column type. */
const elements = {
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  micros: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  dollars: {
    type: 'INT64',
    converted_type: 'DECIMAL',
    scale: 2,
    precision: 18,
    logical_type: { type: 'DECIMAL', scale: 2, precision: 18 },
  },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
} as const satisfies Record<Plain, object>

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

function elementsOf(name: string, columnType: ColumnType): readonly Element[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const
  if (typeof columnType === 'string') return [{ ...optional, ...elements[columnType] }]
  if ('listOf' in columnType)
    return [
      { ...optional, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...elementsOf('element', columnType.listOf),
    ]
  return [
    { ...optional, num_children: columnType.fields.length },
    ...columnType.fields.flatMap(([key, within]) => elementsOf(key, within)),
  ]
}

/**
 * `instant` is a date in milliseconds since the epoch, and `micros` one in microseconds; `dollars` is a decimal with two
 * digits after the point; `json` is any value as JSON text.
 */
type Plain = 'integer' | 'number' | 'boolean' | 'instant' | 'micros' | 'dollars' | 'text' | 'json'

/** The type of a column, which may be nested. */
type ColumnType =
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

function columnTypeOf({ type, fields, list }: Field): ColumnType {
  const entries = Object.entries(fields ?? {}).map(([name, field]) => [name, columnTypeOf(field)] as const)
  const columnType: ColumnType = entries.length > 0 ? { fields: entries } : columnTypes[type]
  return list ? { listOf: columnType } : columnType
}

/**
 * Returns the type of the values at a path. Each list along the path wraps it in a list; unknown fields are
 * JSON.
 */
function columnTypeAt(fields: Fields, path: FieldPath): ColumnType {
  const field = fieldAt(fields, path)
  if (!field) return 'json'
  const lists = path.slice(1).filter((_, at) => fieldAt(fields, path.slice(0, at + 1))?.list)
  return lists.reduce((columnType): ColumnType => ({ listOf: columnType }), columnTypeOf(field))
}

/** Infers a type from some of the values. */
function inferColumnType(values: readonly (Json | undefined)[]): ColumnType {
  const filled = values.filter((value) => value !== null && value !== undefined)
  const all = (['integer', 'number', 'boolean', 'text'] as const).find((columnType) => {
    const fits = (value: Json) =>
      plain[columnType](value) !== undefined && (columnType === 'text') === (typeof value === 'string')
    return filled.length > 0 && filled.every(fits)
  })
  return all ?? 'json'
}

/**
 * Converts a value to a type, or null if it is empty. Calls `onMismatch` if any part of the value does not fit.
 */
function convert(columnType: ColumnType, value: Json | undefined, onMismatch: () => void): unknown {
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
    const entry = (name: string) => (Object.hasOwn(value, name) ? value[name] : undefined)
    return Object.fromEntries(
      columnType.fields.map(([name, within]) => [name, convert(within, entry(name), onMismatch)]),
    )
  }
  if (value !== '') onMismatch()
  return null
}

const int64 = 2n ** 63n
const instant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?$/

/** Converts a value to a type of {@link openParquet}; null if it does not fit. */
export const plainValue = (columnType: Plain, value: Json): unknown => plain[columnType](value) ?? null

/** Converts a value to each type; `undefined` if it does not fit. */
const plain: Record<Plain, (value: Json) => unknown> = {
  integer: (value) => {
    if (Number.isSafeInteger(value)) return BigInt(value as number)
    const isWhole = value instanceof ExactNumber && /^-?\d+$/.test(`${value}`)
    const number = isWhole ? BigInt(`${value}`) : int64
    return number >= -int64 && number < int64 ? number : undefined
  },
  number: (value) => (typeof value === 'number' ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  instant: (value) => {
    const time = typeof value === 'string' && instant.test(value) ? timeOf(value) : undefined
    return time === undefined ? undefined : new Date(time)
  },
  micros: (value) => {
    const time = timeOf(value)
    return time === undefined ? undefined : BigInt(time) * 1000n
  },
  dollars: (value) => {
    const cents = centsOf(value)
    return cents === undefined ? undefined : BigInt(cents)
  },
  text: (value) => (isNested(value) ? undefined : String(value)),
  json: (value) => jsonText(value),
}
