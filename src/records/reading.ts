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
import { maxSeenIds } from '../core/seen-ids.ts'
import type { ReadGate } from './read-gate.ts'
import type { Id } from './record-ids.ts'
import type { ReadLimit } from './request.ts'

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
  /** Holds back a long list that is read without `--all`. */
  readonly gate?: ReadGate | undefined
  /** Milliseconds since the epoch. */
  now(): number
}

/**
 * Signs that a list has ended: the service sends its last page again, an empty page,
 * or the same page as before.
 */
export type EarlyEnd = 'clamped' | 'empty' | 'repeated'

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

/** The resume point before anything is read. */
export const noResumePoint: ResumePoint = {
  asked: '',
  delivered: 0,
  ids: [],
  repeats: 0,
  hasChanged: false,
  missing: [],
  missingCount: 0,
}

/** Number of missing ids that are stored by name; further ones are only counted. */
const maxMissing = 100

/**
 * Returns the resume point after another page was written. `digest` hashes a list of ids, for a checkpoint.
 */
export function advance(
  point: ResumePoint,
  page: RecordPage,
  digest?: (text: string) => string,
): ResumePoint {
  const missing = page.missing ?? []
  return {
    delivered: point.delivered + (page.count ?? page.records.length),
    ids: page.recordIds.length === 0 ? point.ids : [...point.ids, ...page.recordIds].slice(-maxSeenIds),
    paging: page.paging,
    repeats: point.repeats + page.repeats,
    hasChanged: point.hasChanged || page.hasChanged,
    hasGap: point.hasGap === true || page.hasGap,
    missing: [...point.missing, ...missing.slice(0, maxMissing - point.missing.length)],
    missingCount: point.missingCount + missing.length,
    next: page.next ?? point.next,
    asked: page.ids ? hashIds(point.asked, page.ids, digest) : point.asked,
  }
}

/** Returns the hash of the ids requested so far, extended by more ids. */
export function hashIds(asked: string, ids: readonly Id[], digest?: (text: string) => string): string {
  return digest ? digest([asked, ...ids].join('\n')) : ''
}
