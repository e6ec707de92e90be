/** Writes Apache Parquet. The only module that imports hyparquet-writer. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer/src/index.js'
import { pathText, valueAt } from '../../api/records/field-paths.ts'
import { fieldsOf } from '../../api/records/fields-of.ts'
import { jsonText } from '../../api/wire/json-text.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import type { Render, View } from '../view.ts'
import { type ColumnType, columnTypeAt, convert, inferColumnType, type Plain } from './column-types.ts'
import { asObject, columnsOf } from './columns.ts'

/** The most rows to hold in memory at once. */
const rowsPerGroup = 2000

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
    rows.push(asObject(record))
    if (rows.length === rowsPerGroup) yield flush(false)
  }
  yield flush(true)
}

type Column = readonly [name: string, columnType: ColumnType, read: (row: JsonObject) => Json | undefined]

function openWriter(first: readonly JsonObject[], view: View) {
  const columns = typedColumns(first, view)
  const others = nameOfRest(columns)
  const own = new Set(columns.map(([name]) => name))
  const elements = columns.flatMap(([name, columnType]) => elementsOf(name, columnType))
  const schema = [
    { name: 'record', num_children: columns.length + 1 },
    ...elements,
    ...elementsOf(others, 'json'),
  ]
  const writer = new ByteWriter()
  const file = new ParquetWriter({ writer, schema, createdBy: 'kiva' })
  return (rows: readonly JsonObject[], isLast: boolean): Uint8Array => {
    const left = rows.map((row) => (view.fields ? [] : Object.entries(row).filter(([key]) => !own.has(key))))
    const columnData = columns.map(([name, columnType, read]) => {
      const data = rows.map((row, at) => {
        const value = read(row) ?? null
        return convert(columnType, value, () => left[at]?.push([name, value]))
      })
      return { name, data, offsetIndex: false }
    })
    const rest = left.map((entries) => (entries.length > 0 ? jsonText(Object.fromEntries(entries)) : null))
    file.write({
      columnData: [...columnData, { name: others, data: rest, offsetIndex: false }],
      rowGroupSize: rowsPerGroup,
    })
    if (isLast) file.finish()
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
}

function typedColumns(first: readonly JsonObject[], view: View): readonly Column[] {
  const { paths, from } = columnsOf(first, view)
  const { name } = view.type
  const fields = fieldsOf(view.type)
  return paths.map((path) => {
    const read = (row: JsonObject) => valueAt(row, path)
    const columnType = from === 'type' || name ? columnTypeAt(fields, path) : inferColumnType(first.map(read))
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
