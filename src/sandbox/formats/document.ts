/** A document of the service before it is written: the same tree for every format. */
import type { Endpoint } from '../../api/endpoint.ts'
import { type RecordName, recordTypes } from '../../api/records/record-types.ts'
import type { Json, JsonObject } from '../../ports/json.ts'

export interface Document {
  /** For people: what this is. */
  readonly title: string
  readonly tree: JsonObject
  /** What it answers; a refusal has none. */
  readonly endpoint?: Endpoint
}

/** Records in their wrapper: a list, with `paging` where there are pages; or one object. */
export function wrapRecords(returns: RecordName, records: readonly Json[], paging?: JsonObject): JsonObject {
  const { key, single } = recordTypes[returns]
  const content = single ? (records[0] ?? {}) : records
  return { ...(paging && { paging }), [key]: content }
}
