/**
 * The types of reading: requests for records in, pages of records out.
 * Independent of text, formats, files and terminals.
 */
import type { AnyEndpoint, Catalogue, Values } from '../api/endpoint.ts'
import type { Page, Paging } from '../api/wire/reply.ts'
import type { Pair } from '../api/wire/request.ts'
import type { Listener } from '../core/events.ts'
import type { Fetch } from '../core/http.ts'
import type { Origin } from '../core/origin.ts'
import type { EarlyEnd } from './page-numbers.ts'
import type { Id } from './record-ids.ts'

/** How much of a list to read, and how. */
export interface ReadLimit {
  /** Read every page. */
  readonly all: boolean
  /** Stop after this many records, from as many pages as needed. */
  readonly limit: number | undefined
  /** Maximum number of concurrent requests. */
  readonly concurrency: number
  /** Fail if the list changes while it is read. */
  readonly strict: boolean
}

/** What to read. */
export interface ReadingRequest {
  readonly endpoint: AnyEndpoint
  readonly values: Values
  /** For an endpoint with a list of ids in its path: the ids as a stream. */
  readonly ids?: AsyncIterable<Id> | undefined
  /** Extra query pairs, sent unchanged. */
  readonly extra: readonly Pair[]
  readonly extent: ReadLimit
  /** Where an earlier run ended. */
  readonly from?: ResumePoint | undefined
  /** Each request is sent once: a failure is the result. */
  readonly once?: true
}

/** One page, read alone. */
export const onePage: ReadLimit = { all: false, limit: undefined, concurrency: 1, strict: false }

/** The ports for planning requests. */
export interface PlanPorts {
  readonly baseUrl: Origin
  readonly appId: string | undefined
  readonly catalogue: Catalogue
  /** Returns the SHA-256 of a text, in hexadecimal. Needed to resume a list of ids. */
  readonly digest?: ((text: string) => string) | undefined
}

/** The ports for reading. */
export interface ReadPorts extends PlanPorts {
  readonly fetch: Fetch
  readonly emit: Listener
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
}

/** A page of records, without repeats and within the limit. */
export interface RecordPage extends Page {
  /** In a list: the number of this page, and of the last page to read if known. */
  readonly number?: number | undefined
  readonly lastPage?: number | undefined
  /** Where to continue after this page: the next page's number, or the number of finished chunks of ids. */
  readonly next?: number | undefined
  /** The requested ids, and those that were not found. */
  readonly ids?: readonly Id[] | undefined
  readonly missing?: readonly Id[] | undefined
  /** The number of records, if a stage has released them. */
  readonly count?: number
  /** The number of records that the service sent, and how many of them were repeats and were dropped. */
  readonly received: number
  readonly repeats: number
  /** The ids of the received records, to recognize repeats. */
  readonly recordIds: readonly string[]
  /** How the list ended, if it ended unexpectedly here. */
  readonly end?: EarlyEnd | undefined
  /** Whether the list changed while it was read, or returned fewer records than its total. */
  readonly hasChanged: boolean
  /** Whether records between the previous page and this one may be missing. */
  readonly hasGap: boolean
}

/** How far a reading has come, and where a later run resumes. Computed from the written pages. */
export interface ResumePoint {
  /** Number of records written. */
  readonly delivered: number
  /** Ids of the last records, oldest first. */
  readonly ids: readonly string[]
  /** The paging of the last page. */
  readonly paging?: Paging | undefined
  /** Number of repeated records that were dropped. */
  readonly repeats: number
  readonly hasChanged: boolean
  /** Absent in checkpoints of older versions. */
  readonly hasGap?: boolean
  /** Some of the ids that were not found, and their total number. */
  readonly missing: readonly Id[]
  readonly missingCount: number
  /**
   * Where to continue: the page of a list, or the number of finished chunks of ids.
   * `undefined` at the beginning.
   */
  readonly next?: number | undefined
  /** A hash over the ids of these chunks. */
  readonly asked: string
}
