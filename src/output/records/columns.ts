/** The columns of formats that have some: decided before the first record is written, and never again. */
import { type FieldPath, pathText } from '../../api/field-paths.ts'
import { isObject } from '../../api/json.ts'
import { recordTypeOf } from '../../api/record-types.ts'
import type { Json, JsonObject } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import type { View } from '../view.ts'

/** What is not known beforehand is decided by so many records. */
const firstRecords = 50

/** Records with the columns that they have. */
export interface Columned {
  readonly paths: readonly FieldPath[]
  /** Those that were read to decide; what is written first holds all of them. */
  readonly first: readonly JsonObject[]
  /** Those after them. What failed while the first were read fails here. */
  readonly rest: AsyncIterable<JsonObject>
}

/**
 * The columns are those that were asked for, else the fields of the records' type. Records that have no type, or
 * nothing of it, get the keys of the first 50 of them: a later one with another key is a `KivaError`. What a newer
 * service has added to a type is told to the view.
 */
export async function openColumns(records: AsyncIterable<Json>, view: View): Promise<Columned> {
  const known = Object.keys(recordTypeOf(view.returns).fields)
  const isTyped = (record: JsonObject) => known.some((key) => Object.hasOwn(record, key))
  const areSet = view.fields !== undefined
  const { first, rest } = await peek(records, (record) => (areSet || isTyped(record) ? 1 : firstRecords))
  if (view.fields) return { paths: view.fields, first, rest }
  const isLoose = known.length === 0 || first.some((record) => !isTyped(record))
  const keys = isLoose ? [...new Set(first.flatMap((record) => Object.keys(record)))] : known
  const others = isLoose ? refuse : (name: string) => view.onUnshown?.(name)
  const look = (record: JsonObject) => tellOthers(record, new Set(keys), others)
  for (const record of first) look(record)
  return { paths: keys.map((key) => [key]), first, rest: seen(rest, look) }
}

function tellOthers(record: JsonObject, columns: ReadonlySet<string>, tell: (name: string) => void): void {
  for (const name in record) if (!columns.has(name)) tell(name)
}

function refuse(name: string): never {
  throw new KivaError('bug', sentence`The columns were set when the field ${foreign(name)} came`, {
    hint: '--fields names the columns beforehand. -o ndjson has none.',
  })
}

async function* seen(
  records: AsyncIterable<JsonObject>,
  look: (record: JsonObject) => void,
): AsyncGenerator<JsonObject> {
  for await (const record of records) {
    look(record)
    yield record
  }
}

/** Reads the first records, as many as the very first says. Throws where not even that can be had. */
async function peek(
  records: AsyncIterable<Json>,
  most: (first: JsonObject) => number,
): Promise<Omit<Columned, 'paths'>> {
  const source = records[Symbol.asyncIterator]()
  const first: JsonObject[] = []
  let failure: { readonly cause: unknown } | undefined
  try {
    for (let wanted = 1; first.length < wanted; ) {
      const next = await source.next()
      if (next.done) break
      const record = asObject(next.value)
      first.push(record)
      if (first.length === 1) wanted = most(record)
    }
  } catch (cause) {
    if (first.length === 0) throw cause
    failure = { cause }
  }
  const rest = async function* () {
    if (failure) throw failure.cause
    for await (const record of { [Symbol.asyncIterator]: () => source }) yield asObject(record)
  }
  return { first, rest: rest() }
}

/** A value that is no object stands in a column of its own. */
const asObject = (value: Json): JsonObject => (isObject(value) ? value : { value })

export const headerOf = ({ paths }: Columned): readonly string[] => paths.map(pathText)
