/**
 * The columns of formats that have columns. The first records decide them, and all later records share them.
 */

import { fieldsOf } from '../../api/records/derived-fields.ts'
import { type FieldPath, pathText } from '../../api/records/field-paths.ts'
import { KivaError } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import { foreign, sentence } from '../../text/foreign-text.ts'
import type { View } from '../view.ts'

interface Columns {
  readonly paths: readonly FieldPath[]
  /** `asked`: chosen with `--fields`; `type`: the record type's fields; `had`: the keys of the first records. */
  readonly from: 'asked' | 'type' | 'had'
}

/** The number of records to read if the keys of the records decide the columns. */
const firstRecords = 50

/** Returns the columns for the first records: their own keys if they have none of their type's fields. */
export function columnsOf(first: readonly JsonObject[], view: View): Columns {
  if (view.fields) return { paths: view.fields, from: 'asked' }
  const known = Object.keys(fieldsOf(view.type))
  const keys = new Set(first.flatMap((record) => Object.keys(record)))
  const isTyped = known.length > 0 && (first.length === 0 || known.some((key) => keys.has(key)))
  return { paths: (isTyped ? known : [...keys]).map((key) => [key]), from: isTyped ? 'type' : 'had' }
}

export const headerOf = ({ paths }: Columns): readonly string[] => paths.map(pathText)

/** Wraps a value that is not an object, so that it gets a column of its own. */
export const asObject = (value: Json): JsonObject => (isObject(value) ? value : { value })

/** Records and their columns. */
interface OpenedColumns extends Columns {
  /** The records that were read to choose the columns; print them before `rest`. */
  readonly first: readonly JsonObject[]
  /** The records after `first`. If reading the first ones failed, iterating throws that error. */
  readonly rest: AsyncIterable<JsonObject>
}

/**
 * Chooses the columns from as few records as possible. A later field without a column is reported to the view
 * if the columns are those of a record type, since the API may add fields. If the columns are the keys of the
 * first records, iterating throws a `KivaError` of kind `bug`.
 */
export async function openColumns(records: AsyncIterable<Json>, view: View): Promise<OpenedColumns> {
  const isKnown = (first: readonly JsonObject[]) => columnsOf(first, view).from !== 'had'
  const { first, rest } = await readFirst(records, (read) => (isKnown(read) ? 1 : firstRecords))
  const columns = columnsOf(first, view)
  if (columns.from === 'asked') return { ...columns, first, rest }
  const names = new Set(headerOf(columns))
  const report = columns.from === 'had' ? refuse : (name: string) => view.onOmitted?.(name)
  const checkNames = (record: JsonObject) => {
    for (const name in record) if (!names.has(name)) report(name)
    return record
  }
  return { ...columns, first: first.map(checkNames), rest: each(rest, checkNames) }
}

function refuse(name: string): never {
  throw new KivaError('bug', sentence`the columns do not include the field "${foreign(name)}"`, {
    hint: 'Name the columns with --fields, or use -o ndjson.',
  })
}

async function* each<T, U>(items: AsyncIterable<T>, make: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield make(item)
}

/**
 * Reads the first records: `count` computes how many from the very first. Throws if the first one cannot be
 * read.
 */
async function readFirst(
  records: AsyncIterable<Json>,
  count: (first: readonly JsonObject[]) => number,
): Promise<Pick<OpenedColumns, 'first' | 'rest'>> {
  const source = records[Symbol.asyncIterator]()
  const first: JsonObject[] = []
  let failure: { readonly cause: unknown } | undefined
  try {
    for (let wanted = 1; first.length < wanted; ) {
      const next = await source.next()
      if (next.done) break
      first.push(asObject(next.value))
      if (first.length === 1) wanted = count(first)
    }
  } catch (cause) {
    if (first.length === 0) throw cause
    failure = { cause }
  }
  const rest = async function* () {
    if (failure) throw failure.cause
    yield* each({ [Symbol.asyncIterator]: () => source }, asObject)
  }
  return { first, rest: rest() }
}
