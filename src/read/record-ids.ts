/** The ids that records go by, and what of the ids that were asked for came. Pure. */
import { foldId } from '../api/records/fold-id.ts'
import { isNested, isObject, type Json } from '../ports/json.ts'

/** An id as the command line gave it. */
export type Id = string | number

/** Every id that a record goes by, folded, by these fields of it; a bare id (`ids_only`) is its own. */
export function idsOf(record: Json, idFields: readonly string[]): readonly string[] {
  const values = isObject(record) ? idFields.map((name) => record[name]) : [record]
  return values.map(idIn).filter((id) => id !== undefined)
}

/** The first of them. Every record of a long list is asked: nothing is made on the way. */
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
  /** In the order that their ids were asked for; those that were not asked for come last. */
  readonly records: readonly Json[]
  /** The ids that no record goes by. */
  readonly missing: readonly Id[]
}

/** Puts the records to the ids that were asked for. A record that does not say its id may be any of them. */
export function matchIds(
  records: readonly Json[],
  asked: readonly Id[],
  idFields: readonly string[],
): Answered {
  const places = new Map(asked.map((id, at) => [foldId(String(id)), at]))
  const found = new Set<number>()
  let unnamed = 0
  const placed = records.map((record) => {
    const ids = isObject(record) ? idsOf(record, idFields) : []
    if (ids.length === 0) unnamed += 1
    const at = ids.map((id) => places.get(id)).find((place) => place !== undefined)
    if (at !== undefined) found.add(at)
    return { record, at: at ?? asked.length }
  })
  return {
    records: placed.toSorted((one, other) => one.at - other.at).map(({ record }) => record),
    missing: unnamed > 0 ? [] : asked.filter((_, at) => !found.has(at)),
  }
}
