/** What an answer holds of which nobody knows the record type. Pure. */
import { isList, isObject, type Json, type JsonObject } from '../../ports/json.ts'

interface Found {
  readonly records: readonly Json[]
  /** One record that is no list of one. */
  readonly single: boolean
}

/** The only list, else the only object, else the answer as it is: nothing of it is lost. `paging` is none of its content. */
export function findAny(body: JsonObject, paging: Json | undefined): Found {
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
  // Beside others, a list of bare values is a field of a record; the live service leaves empty lists out.
  if (lists.length === 1 && (paged || values.length === 1)) return lists[0]
  return paged && values.length === 0 ? [] : undefined
}

/** Whether a value is a list of objects, and not empty. */
export function isListOfObjects(value: Json): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}
