/** Merges copies of a record. Pure. */

import { isObject, type Json } from '../../ports/json.ts'

/** Merges objects field by field: newer values replace older ones, and fields that only `older` has stay. */
export function mergeRecords(older: Json | undefined, newer: Json): Json {
  if (!isObject(older) || !isObject(newer)) return newer
  const fields = new Map<string, Json>(Object.entries(older))
  for (const [name, value] of Object.entries(newer)) fields.set(name, mergeRecords(fields.get(name), value))
  // fromEntries defines properties, so a key `__proto__` is an ordinary key.
  return Object.fromEntries(fields)
}
