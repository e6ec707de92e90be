/** Finds the records in a reply of unknown record type. Pure. */
import { isList, isObject, type Json, type JsonObject } from '../../ports/json.ts'

interface FoundRecords {
  readonly records: readonly Json[]
  /** Whether the reply has one record that is not in a list. */
  readonly single: boolean
}

/**
 * Returns the only list, else the only object, else the whole reply, so that nothing is lost. `paging` does
 * not count as content.
 */
export function findAny(body: JsonObject, paging: Json | undefined): FoundRecords {
  const values = Object.values(body).filter((value) => value !== paging)
  const list = onlyList(values, paging !== undefined)
  if (list) return { records: list, single: false }
  const objects = values.filter(isObject)
  const [only = body] = objects.length === 1 ? objects : []
  return { records: [only], single: true }
}

function onlyList(values: readonly Json[], paged: boolean): readonly Json[] | undefined {
  const lists = values.filter(isList)
  const ofObjects = lists.filter(isListOfObjects)
  if (ofObjects.length === 1) return ofObjects[0]
  // Next to other values, a list of bare values is a field of a record; the live service omits empty lists.
  if (lists.length === 1 && (paged || values.length === 1)) return lists[0]
  return paged && values.length === 0 ? [] : undefined
}

/** Returns whether a value is a non-empty list of objects. */
export function isListOfObjects(value: Json): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}
