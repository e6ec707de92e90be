/** The columns of formats that have some: decided by the first records, and the same for all that come after. */
import { type FieldPath, pathText } from '../../api/records/field-paths.ts'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import type { View } from '../view.ts'

export interface Columns {
  readonly paths: readonly FieldPath[]
  /** `asked` for by name, the fields of a `type`, or the keys that the first records `had`. */
  readonly from: 'asked' | 'type' | 'had'
}

/** What is not known beforehand is decided by so many records. */
const firstRecords = 50

/** The columns of records that begin with these; those that fill no field of their type have their own keys. */
export function columnsOf(first: readonly JsonObject[], view: View): Columns {
  if (view.fields) return { paths: view.fields, from: 'asked' }
  const known = Object.keys(view.type.fields)
  const keys = new Set(first.flatMap((record) => Object.keys(record)))
  const isTyped = known.length > 0 && (first.length === 0 || known.some((key) => keys.has(key)))
  return { paths: (isTyped ? known : [...keys]).map((key) => [key]), from: isTyped ? 'type' : 'had' }
}

export const headerOf = ({ paths }: Columns): readonly string[] => paths.map(pathText)

/** A value that is no object stands in a column of its own. */
export const asObject = (value: Json): JsonObject => (isObject(value) ? value : { value })

/** Records with the columns that they have. */
export interface Columned extends Columns {
  /** Those that were read to decide: what is written first holds all of them. */
  readonly first: readonly JsonObject[]
  /** Those after them. What failed while the first were read fails here. */
  readonly rest: AsyncIterable<JsonObject>
}

/**
 * Decides by as few records as will do. A later one with a key of no column is told to the view where the columns are
 * those of a type, which a newer service may have more of; else it is a `KivaError`.
 */
export async function openColumns(records: AsyncIterable<Json>, view: View): Promise<Columned> {
  const isKnown = (first: readonly JsonObject[]) => columnsOf(first, view).from !== 'had'
  const { first, rest } = await peek(records, (read) => (isKnown(read) ? 1 : firstRecords))
  const columns = columnsOf(first, view)
  if (columns.from === 'asked') return { ...columns, first, rest }
  const names = new Set(headerOf(columns))
  const tell = columns.from === 'had' ? refuse : (name: string) => view.onUnshown?.(name)
  const look = (record: JsonObject) => {
    for (const name in record) if (!names.has(name)) tell(name)
    return record
  }
  return { ...columns, first: first.map(look), rest: each(rest, look) }
}

function refuse(name: string): never {
  throw new KivaError('bug', sentence`The columns were set before the field ${foreign(name)} came`, {
    hint: '--fields names the columns beforehand; -o ndjson has none.',
  })
}

async function* each<T, U>(items: AsyncIterable<T>, make: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield make(item)
}

/** Reads the first records, as many as the very first says. Throws where not even that can be had. */
async function peek(
  records: AsyncIterable<Json>,
  most: (first: readonly JsonObject[]) => number,
): Promise<Pick<Columned, 'first' | 'rest'>> {
  const source = records[Symbol.asyncIterator]()
  const first: JsonObject[] = []
  let failure: { readonly cause: unknown } | undefined
  try {
    for (let wanted = 1; first.length < wanted; ) {
      const next = await source.next()
      if (next.done) break
      first.push(asObject(next.value))
      if (first.length === 1) wanted = most(first)
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
