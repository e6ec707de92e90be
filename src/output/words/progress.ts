import { counted, withThousands } from '../../thousands.ts'
import { lasting } from './span.ts'

/** How far a run has come, as `--progress json` tells it. What is not known is null. */
export interface ProgressState {
  /** Written so far. */
  readonly records: number
  /** The number of the last page read, or how many were read of a list whose pages have none. */
  readonly pages: number
  readonly pages_total: number | null
  /** Written so far, in UTF-8. */
  readonly bytes: number
  readonly records_per_second: number
  readonly seconds_left: number | null
  /** Until something is asked again; 0 while something is. */
  readonly waiting_seconds: number
}

/** `1,240 records · 62 of 5,000 pages · 410 records/s · 12 min left`; why nothing is asked stands in for the speed. */
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
