/** What is read, and what comes: requests for records in, pages of records out. Knows no text, format, file or terminal. */
import type { AnyEndpoint, Catalogue, Values } from '../api/endpoint.ts'
import type { Pair } from '../api/wire/encode.ts'
import type { Page, Paging } from '../api/wire/reply.ts'
import type { Listener } from '../ports/events.ts'
import type { Fetch } from '../ports/http.ts'
import type { Origin } from '../ports/origin.ts'
import type { EarlyEnd } from './page-numbers.ts'
import type { Id } from './record-ids.ts'

/** How much of a list is read, and how. */
export interface Extent {
  /** Every page. */
  readonly all: boolean
  /** At most so many records, from as many pages as it takes. */
  readonly limit: number | undefined
  /** Requests under way at once. */
  readonly concurrency: number
  /** A list that changes while it is read is a failure. */
  readonly strict: boolean
}

/** What to read. */
export interface ReadingRequest {
  readonly endpoint: AnyEndpoint
  readonly values: Values
  /** For an endpoint that takes a list of ids in its path: the ids, as they come. */
  readonly ids?: AsyncIterable<Id> | undefined
  /** Query pairs beyond the endpoint's params, sent as they are. */
  readonly extra: readonly Pair[]
  readonly extent: Extent
  /** Where an earlier run ended. */
  readonly from?: ResumePoint | undefined
  /** Each request is sent once: a failure is the result. */
  readonly once?: true
}

/** One page, read alone. */
export const onePage: Extent = { all: false, limit: undefined, concurrency: 1, strict: false }

/** What planning requests takes. */
export interface PlanPorts {
  readonly baseUrl: Origin
  readonly appId: string | undefined
  readonly catalogue: Catalogue
  /** SHA-256 of a text, in hexadecimal; needed to resume a list of ids. */
  readonly digest?: ((text: string) => string) | undefined
}

/** What reading takes. */
export interface ReadPorts extends PlanPorts {
  readonly fetch: Fetch
  readonly emit: Listener
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
}

/** A page of records: none of them came before, and never more than the limit. */
export interface RecordPage extends Page {
  /** In a list: the number of this page, and of the last page that is wanted, as far as it is known. */
  readonly number?: number | undefined
  readonly lastPage?: number | undefined
  /** Where to go on after this page: the next page's number, or how many chunks of the ids are done. */
  readonly next?: number | undefined
  /** The ids that were asked for, and those that were not found. */
  readonly ids?: readonly Id[] | undefined
  readonly missing?: readonly Id[] | undefined
  /** How many records the service sent, and how many of them had come before and were dropped. */
  readonly received: number
  readonly repeats: number
  /** The ids of the records that came, to recognize repeats. */
  readonly recordIds: readonly string[]
  /** The list ends here, unexpectedly. */
  readonly end?: EarlyEnd | undefined
  /** Whether the list was seen to change, or gave less than it promised. */
  readonly hasChanged: boolean
  /** Whether records between the page before and this one may be missing. */
  readonly hasGap: boolean
}

/** How far a reading has come, and where another one goes on: folded from the pages that were written. */
export interface ResumePoint {
  /** Records written. */
  readonly delivered: number
  /** Ids of the last records, oldest first. */
  readonly ids: readonly string[]
  /** Of the last page. */
  readonly paging?: Paging | undefined
  /** Records that came twice and were dropped. */
  readonly repeats: number
  readonly hasChanged: boolean
  /** Missing in checkpoints of older versions. */
  readonly hasGap?: boolean
  /** Some of the ids that were not found, and how many there are. */
  readonly missing: readonly Id[]
  readonly missingCount: number
  /** Where to go on: at this page of a list, or behind so many chunks of the ids. `undefined` at the beginning. */
  readonly next?: number | undefined
  /** A hash over the ids of these chunks. */
  readonly asked: string
}
