/** Finds the changes between two snapshots of records. Pure. */

import { jsonText } from '../api/wire/json.ts'
import { isObject, type Json, type JsonObject } from '../ports/json.ts'
import { firstIdOf } from './record-ids.ts'

/** Records by their identifying key. */
export type Snapshot = ReadonlyMap<string, Json>

/** What happened to a record. */
type RecordChange = { readonly item: Json } & (
  | { readonly event: 'added' | 'removed' }
  /** The paths of the fields that differ. */
  | { readonly event: 'changed'; readonly changed_fields: readonly string[] }
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
  const fields = changedFields(before, item)
  return fields.length === 0 ? undefined : { event: 'changed', item, changed_fields: fields }
}

/** Returns the paths of values that differ, descending into objects. A list counts as one field. */
function changedFields(before: Json, now: Json, path = ''): readonly string[] {
  if (!isObject(before) || !isObject(now)) return jsonText(before) === jsonText(now) ? [] : [path]
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...keys].flatMap((key) => {
    const [old, fresh] = [fieldOf(before, key), fieldOf(now, key)]
    const name = path === '' ? key : `${path}.${key}`
    return old === undefined || fresh === undefined ? [name] : changedFields(old, fresh, name)
  })
}

const fieldOf = (record: JsonObject, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined)
