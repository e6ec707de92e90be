/** A document of the service before it is written: the same tree for every format. */
import type { Endpoint, RecordName } from '../../api/endpoint.ts'
import { singleRecords, wrapperKey } from '../../api/gaps.ts'
import type { Paging } from '../../api/reply.ts'
import type { Json, JsonObject } from '../../context.ts'

export interface Document {
  /** For people: what this is. */
  readonly title: string
  readonly tree: JsonObject
  /** What it answers; a refusal has none. */
  readonly endpoint?: Endpoint
}

/** Records in their wrapper: a list, with `paging` where there are pages; or one object. */
export function wrapRecords(returns: RecordName, records: readonly Json[], paging?: Paging): JsonObject {
  const content = singleRecords.has(returns) ? (records[0] ?? {}) : records
  return { ...(paging && { paging: { ...paging } }), [wrapperKey[returns]]: content }
}
