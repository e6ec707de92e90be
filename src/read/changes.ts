/** What has changed from one reading of records to the next. Pure. */

import { jsonText } from '../api/wire/json-text.ts'
import { isObject, type Json, type JsonObject } from '../ports/json.ts'
import { firstIdOf } from './record-ids.ts'

/** Records by what tells one from another. */
export type Snapshot = ReadonlyMap<string, Json>

export type Change = { readonly key: string; readonly item: Json } & (
  | { readonly event: 'added' | 'removed' }
  /** The paths of the fields that are others than before. */
  | { readonly event: 'changed'; readonly changed_fields: readonly string[] }
)

/** Records by their ids; one without an id is another as soon as anything of it is, unless it is the `only` one there can be. */
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

/** What was added and changed, in the order of the records, then what was removed. */
export function changesBetween(before: Snapshot, now: Snapshot): readonly Change[] {
  const come = [...now].flatMap(([key, item]): readonly Change[] => {
    const old = before.get(key)
    if (old === undefined) return [{ key, event: 'added', item }]
    const fields = changedFields(old, item)
    return fields.length === 0 ? [] : [{ key, event: 'changed', item, changed_fields: fields }]
  })
  const gone = [...before].flatMap(([key, item]): readonly Change[] =>
    now.has(key) ? [] : [{ key, event: 'removed', item }],
  )
  return [...come, ...gone]
}

/** Paths of what differs, down to what is no object; a list is one field. */
function changedFields(before: Json, now: Json, path = ''): readonly string[] {
  if (!isObject(before) || !isObject(now)) return jsonText(before) === jsonText(now) ? [] : [path]
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...keys].flatMap((key) => {
    const [old, fresh] = [own(before, key), own(now, key)]
    const name = path === '' ? key : `${path}.${key}`
    return old === undefined || fresh === undefined ? [name] : changedFields(old, fresh, name)
  })
}

const own = (record: JsonObject, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined)
