import { counted, withThousands } from '../../thousands.ts'
import { lasting } from './span.ts'

/** The progress of a run, as `--progress json` prints it. `null` means unknown. */
export interface ProgressState {
  /** The number of records written so far. */
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

/**
 * `1,240 records · 62 of 5,000 pages · 410 records/s · 12min left`; `waiting`, the reason for a pause,
 * replaces the speed.
 */
export function progressWords(state: ProgressState, waiting: string | undefined): string {
  const { records, pages, pages_total, records_per_second, seconds_left } = state
  const speed = [
    `${withThousands(Math.round(records_per_second))} records/s`,
    ...(seconds_left === null ? [] : [`${lasting(seconds_left * 1000)} left`]),
  ]
  return [
    counted(records, 'records'),
    pages_total === null
      ? counted(pages, 'pages')
      : `${withThousands(pages)} of ${counted(pages_total, 'pages')}`,
    ...(waiting === undefined ? speed : [waiting]),
  ].join(' · ')
}
