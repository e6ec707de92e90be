/** Reads the ids of records, and matches records to requested ids. Pure. */
import { foldId } from '../api/records/fold-id.ts'
import { isNested, isObject, type Json } from '../ports/json.ts'

/** An id from the command line. */
export type Id = string | number

/** Returns every id of a record, folded, from these fields. A bare id (`ids_only`) is its own id. */
export function idsOf(record: Json, idFields: readonly string[]): readonly string[] {
  const values = isObject(record) ? idFields.map((name) => record[name]) : [record]
  return values.map(idIn).filter((id) => id !== undefined)
}

/** Returns the first id. Allocates nothing, because it runs for every record of a long list. */
export function firstIdOf(record: Json, idFields: readonly string[]): string | undefined {
  if (!isObject(record)) return idIn(record)
  for (const name of idFields) {
    const id = idIn(record[name])
    if (id !== undefined) return id
  }
  return undefined
}

const idIn = (value: Json | undefined) =>
  value === undefined || value === null || isNested(value) ? undefined : foldId(String(value))

export interface Answered {
  /** In the order of the requested ids; records that were not requested come last. */
  readonly records: readonly Json[]
  /** The requested ids without a record. */
  readonly missing: readonly Id[]
}

/** Matches records to the requested ids. A record without an id may match any of them. */
export function matchIds(
  records: readonly Json[],
  requestedIds: readonly Id[],
  idFields: readonly string[],
): Answered {
  const places = new Map(requestedIds.map((id, at) => [foldId(String(id)), at]))
  const found = new Set<number>()
  let unnamed = 0
  const placed = records.map((record) => {
    const ids = isObject(record) ? idsOf(record, idFields) : []
    if (ids.length === 0) unnamed += 1
    const at = ids.map((id) => places.get(id)).find((place) => place !== undefined)
    if (at !== undefined) found.add(at)
    return { record, at: at ?? requestedIds.length }
  })
  return {
    records: placed.toSorted((one, other) => one.at - other.at).map(({ record }) => record),
    missing: unnamed > 0 ? [] : requestedIds.filter((_, at) => !found.has(at)),
  }
}
