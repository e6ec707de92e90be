/**
 * The columns of formats that have columns. The first records decide them, and all later records share them.
 */

import { fieldsOf } from '../../api/records/derived-fields.ts'
import { type FieldPath, fieldAt, pathText, valueAt } from '../../api/records/field-paths.ts'
import { isEmpty } from '../../api/records/field-values.ts'
import type { Fields } from '../../api/records/fields.ts'
import { KivaError } from '../../core/errors.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import { isList, isObject, type Json, type JsonObject } from '../../core/json.ts'
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

/** Wraps a value that is not an object, so that it gets a column of its own. */
export const asObject = (value: Json): JsonObject => (isObject(value) ? value : { value })

/** Records and the columns of their cells. */
interface OpenedColumns {
  readonly paths: readonly FieldPath[]
  /** The records that were read to choose the columns; print them before `rest`. */
  readonly first: readonly JsonObject[]
  /** The records after `first`. If reading the first ones failed, iterating throws that error. */
  readonly rest: AsyncIterable<JsonObject>
}

/**
 * Chooses the columns from as few records as possible: each holds one value, since objects become a column for each
 * of their fields. A later field without a column is reported to the view if the record type decides the columns,
 * since the API may add fields. If the columns are the keys of the first records, iterating throws a `KivaError` of
 * kind `bug`.
 */
export async function openColumns(records: AsyncIterable<Json>, view: View): Promise<OpenedColumns> {
  const isKnown = (first: readonly JsonObject[]) => columnsOf(first, view).from !== 'had'
  const { first, rest } = await readFirst(records, (read) => (isKnown(read) ? 1 : firstRecords))
  const { paths: keys, from } = columnsOf(first, view)
  const known = fieldsOf(view.type)
  const wanted = from === 'type' ? wholeRecord : keys
  const paths = from === 'had' ? keys : leavesOf(known, wanted)
  const checkNames = from === 'had' ? refuseNew(keys) : reportNew(wanted, known, view)
  const check = (record: JsonObject) => {
    checkNames(record)
    return record
  }
  return { paths, first: first.map(check), rest: each(rest, check) }
}

/** The path of the record itself. */
const wholeRecord: readonly FieldPath[] = [[]]

/** Returns the columns of the values within some fields, each once. Default: those of the whole record. */
export function leavesOf(known: Fields, paths = wholeRecord): readonly FieldPath[] {
  const leaves = paths.flatMap((path) => leavesAt(known, path))
  return [...new Map(leaves.map((path) => [pathText(path), path])).values()]
}

/** Returns a check for keys outside the columns. */
function refuseNew(paths: readonly FieldPath[]): (record: JsonObject) => void {
  const names = new Set(paths.map(pathText))
  return (record) => {
    for (const name in record) if (!names.has(name)) throw unexpectedField(name)
  }
}

const unexpectedField = (name: string) =>
  new KivaError('bug', sentence`the columns do not include the field "${foreign(name)}"`, {
    hint: 'Name the columns with --fields, or use -o ndjson.',
  })

/** Returns a function that reports what has no column within the objects at these paths. */
function reportNew(
  paths: readonly FieldPath[],
  known: Fields,
  { onOmitted }: Pick<View, 'onOmitted'>,
): (record: JsonObject) => void {
  if (!onOmitted) return () => {}
  const look = (value: Json | undefined, fields: Fields, path: FieldPath): void => {
    if (isList(value)) for (const item of value) look(item, fields, path)
    else if (!isObject(value)) isEmpty(value) || onOmitted(pathText(path))
    else
      for (const name in value) {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined
        if (!field) onOmitted(pathText([...path, name]))
        else if (field.fields && !field.list) look(value[name], field.fields, [...path, name])
      }
  }
  const objects = paths.flatMap((path) => {
    const fields = partsAt(known, path)
    return fields ? [{ path, fields }] : []
  })
  return (record) => {
    for (const { path, fields } of objects) look(valueAt(record, path), fields, path)
  }
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

/**
 * Returns the fields of the object at a path; the empty path is the record. Undefined for a single value, an object
 * with free keys, an unknown field, and within lists.
 */
function partsAt(fields: Fields, path: FieldPath): Fields | undefined {
  if (path.length === 0) return fields
  const along = path.map((_, at) => fieldAt(fields, path.slice(0, at + 1)))
  return along.some((field) => field?.list) ? undefined : along.at(-1)?.fields
}

/** Returns the paths of the values at a path: those of all fields of an object, at any depth. */
function leavesAt(fields: Fields, path: FieldPath): readonly FieldPath[] {
  const parts = partsAt(fields, path)
  return parts ? Object.keys(parts).flatMap((key) => leavesAt(fields, [...path, key])) : [path]
}
