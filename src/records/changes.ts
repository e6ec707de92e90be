/** Finds the changes between two snapshots of records. Pure. */

import { jsonText } from '../api/wire/json.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { firstIdOf } from './record-ids.ts'

/** Records by their identifying key. */
export type Snapshot = ReadonlyMap<string, Json>

/** The fields that differ, by path. `from` is absent if the record lacked the field, `to` if it lacks it now. */
type FieldChanges = Readonly<Record<string, JsonObject>>

/** What happened to a record. */
export type RecordChange = { readonly item: Json } & (
  | { readonly event: 'added' }
  | { readonly event: 'changed'; readonly changes: FieldChanges }
  /** `now` says what became of the record, if that is known. */
  | { readonly event: 'removed'; readonly now?: string }
)

export type Change = RecordChange & { readonly key: string }

/**
 * Indexes records by id. A record without an id is identified by its whole content,
 * or is the `only` possible record.
 */
export function byKey(records: readonly Json[], idFields: readonly string[], only: boolean): Snapshot {
  const found = new Map<string, Json>()
  for (const record of records) {
    const key = only ? '' : (firstIdOf(record, idFields) ?? jsonText(record))
    let free = key
    for (let copy = 2; found.has(free); copy++) free = `${key} #${copy}`
    found.set(free, record)
  }
  return found
}

/** Returns the additions and changes in the order of the records, then the removals. */
export function changesBetween(before: Snapshot, now: Snapshot): readonly Change[] {
  const come = [...now].flatMap(([key, item]): readonly Change[] => {
    const change = changeOf(before.get(key), item)
    return change ? [{ key, ...change }] : []
  })
  const gone = [...before].flatMap(([key, item]): readonly Change[] =>
    now.has(key) ? [] : [{ key, event: 'removed', item }],
  )
  return [...come, ...gone]
}

/** Returns the change of a record since `before`, or `undefined` if there is none. */
export function changeOf(before: Json | undefined, item: Json): RecordChange | undefined {
  if (before === undefined) return { event: 'added', item }
  const fields = fieldChanges(before, item)
  // fromEntries defines properties, so a field `__proto__` stays an ordinary field.
  return fields.length === 0 ? undefined : { event: 'changed', item, changes: Object.fromEntries(fields) }
}

/** Returns the values that differ by path, descending into objects. A list counts as one field. */
function fieldChanges(from: Json, to: Json, path = ''): readonly (readonly [path: string, JsonObject])[] {
  if (!isObject(from) || !isObject(to)) return jsonText(from) === jsonText(to) ? [] : [[path, { from, to }]]
  const keys = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...keys].flatMap((key) => {
    const [old, fresh] = [fieldOf(from, key), fieldOf(to, key)]
    const name = path === '' ? key : `${path}.${key}`
    if (old !== undefined && fresh !== undefined) return fieldChanges(old, fresh, name)
    return [[name, { ...(old !== undefined && { from: old }), ...(fresh !== undefined && { to: fresh }) }]]
  })
}

const fieldOf = (record: JsonObject, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined)
