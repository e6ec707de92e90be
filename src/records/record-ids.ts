/** Reads the ids of records, matches records to requested ids, and remembers ids. Pure. */
import { idText, sentIdOf } from '../api/records/field-values.ts'
import { foldId } from '../api/records/record-types.ts'
import { isObject, type Json } from '../core/json.ts'

/** An id from the command line. */
export type Id = string | number

/** Returns every id of a record, folded, from these fields. A bare id (`ids_only`) is its own id. */
export function idsOf(record: Json, idFields: readonly string[]): readonly string[] {
  const values = isObject(record) ? idFields.map((name) => record[name]) : [record]
  return values.flatMap((value) => idText(value) ?? []).map(foldId)
}

/** Returns the first id, folded. Allocates nothing, because it runs for every record of a long list. */
export function firstIdOf(record: Json, idFields: readonly string[]): string | undefined {
  const id = sentIdOf(record, idFields)
  return id === undefined ? undefined : foldId(id)
}

interface Answered {
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
    records: placed.toSorted((a, b) => a.at - b.at).map(({ record }) => record),
    missing: unnamed > 0 ? [] : requestedIds.filter((_, at) => !found.has(at)),
  }
}
