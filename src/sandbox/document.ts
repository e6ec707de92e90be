/** A document of the service before it is encoded. All formats are written from the same tree. */
import type { Endpoint } from '../api/endpoint.ts'
import { type RecordName, recordTypes } from '../api/records/record-types.ts'
import type { Json, JsonObject } from '../core/json.ts'

export interface Document {
  /** Title for human readers. */
  readonly title: string
  readonly tree: JsonObject
  /** The endpoint that was requested. Absent in an error document. */
  readonly endpoint?: Endpoint
  /** Set if the records are those of the mirror. */
  readonly mirror?: MirrorFacts | undefined
}

/** Facts for the pages of a mirror: its records may be real, and it does not answer every path. */
export interface MirrorFacts {
  /** The records in words, such as `Loans of https://api.kivaws.org`. */
  readonly about: string
  /** Returns whether it answers a path such as `/loans/:id/lenders`. */
  has(path: string): boolean
}

/**
 * Wraps records under the key of their type: a single object for some types, otherwise a list, with `paging`
 * if the endpoint has pages.
 */
export function wrapRecords(returns: RecordName, records: readonly Json[], paging?: JsonObject): JsonObject {
  const { key, single } = recordTypes[returns]
  const content = single ? (records[0] ?? {}) : records
  return { ...(paging && { paging }), [key]: content }
}
