/** The progress of a run as words, or as a record for programs. Loaded when the first line is due. */

import type { RunEvent, Wait } from '../../core/events.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { Secrets } from '../../core/settings.ts'
import { lasting } from '../../output/words/span.ts'

type PageEvent = Extract<RunEvent, { readonly kind: 'page' }>

/** What is known of a run at one moment. */
export interface ProgressFacts {
  /** The URL of the last request. */
  readonly url: string
  /** The last page that was read. */
  readonly page: Omit<PageEvent, 'kind'>
  readonly hasManyPages: boolean
  /** Bytes that this run has written. */
  readonly bytes: number
  /** The longest wait, if nothing but waits is pending. */
  readonly wait: Wait | undefined
  /** When the first request was sent, and the current time, in milliseconds since the epoch. */
  readonly began: number | undefined
  readonly now: number
}

/** Returns the progress in one line: of a reading of several pages, or why a single request takes long. */
export function progressText(facts: ProgressFacts, secrets: Pick<Secrets, 'quote'>): string {
  const { wait, now, url, hasManyPages } = facts
  const waiting = wait && waitWords(wait, now, secrets)
  if (hasManyPages) return progressWords(progressRecord(facts), waiting, facts.page.nouns)
  return waiting ?? `Waiting for ${new URL(url).host} …`
}

/** The progress of a run, as `--progress json` prints it. `null` means unknown. */
interface ProgressRecord {
  /** The number of records read so far: filters and some formats print them late, or not at all. */
  readonly records: number
  /** The number of the last page read, or the number of pages read if the list has no page numbers. */
  readonly pages: number
  readonly pages_total: number | null
  /** The number of bytes written so far, in UTF-8. */
  readonly bytes: number
  readonly records_per_second: number
  readonly seconds_left: number | null
  /** Seconds until the next request; 0 while a request is running. */
  readonly waiting_seconds: number
}

/** Returns the record. Records of an earlier run count, but not for the speed. */
export function progressRecord({ page, bytes, wait, began, now }: ProgressFacts): ProgressRecord {
  const { pages, number, lastPage, records, before, until = Number.POSITIVE_INFINITY } = page
  const seconds = Math.max(1, now - (began ?? now)) / 1000
  const isKnown = lastPage !== undefined && pages > 0
  const rest = isKnown ? (Math.max(0, lastPage - number) * seconds) / pages : Number.POSITIVE_INFINITY
  const left = Math.min(rest, Math.max(0, until - now) / 1000)
  return {
    records: before + records,
    pages: number,
    pages_total: lastPage ?? null,
    bytes,
    records_per_second: Math.round((10 * records) / seconds) / 10,
    seconds_left: Number.isFinite(left) ? Math.ceil(left) : null,
    waiting_seconds: Math.ceil(Math.max(0, wait ? wait.until() - now : 0) / 1000),
  }
}

/** Returns why requests are paused, and for how long. */
function waitWords(wait: Wait, now: number, secrets: Pick<Secrets, 'quote'>): string {
  const time = lasting(wait.until() - now)
  if (wait.reason === 'limit') return `Rate limit reached, retry in ${time}`
  if (wait.reason === 'pace') return `Slowing down for the rate limit, next request in ${time}`
  return `Retry in ${time}: ${wait.problem?.sentence.mask(secrets.quote)}`
}

/**
 * `1,240 records · 62 of 5,000 pages · 410 records/s · 12min left`; `waiting`, the reason for a pause,
 * replaces the speed. `nouns` says what is counted.
 */
function progressWords(
  record: ProgressRecord,
  waiting: string | undefined,
  nouns: PageEvent['nouns'] = { records: 'records', pages: 'pages' },
): string {
  const { records, pages, pages_total, records_per_second, seconds_left } = record
  const speed = [
    `${withThousands(Math.round(records_per_second))} ${nouns.records}/s`,
    ...(seconds_left === null ? [] : [`${lasting(seconds_left * 1000)} left`]),
  ]
  return [
    counted(records, nouns.records),
    pages_total === null
      ? counted(pages, nouns.pages)
      : `${withThousands(pages)} of ${counted(pages_total, nouns.pages)}`,
    ...(waiting === undefined ? speed : [waiting]),
  ].join(' · ')
}
