/** How a reading ends. Its summary, its mark and its exit code depend on it. */
import { KivaError, ReaderGone } from '../core/errors.ts'
import { RequestsSpent } from './request-limit.ts'

export type Ending =
  /** At the end of the list, or of the ids. */
  | 'all'
  /** After the one page that was asked for. */
  | 'page'
  /** After as many records as `--limit` asks for. */
  | 'limit'
  /** After as many records as `--budget` pays for. */
  | 'budget'
  /** Once all ids of `--only` were found. */
  | 'only'
  /** After the first pages of a longer list, in which new records were looked for. */
  | 'pages'
  /** After a page of records that earlier runs have found, in a list that begins with the newest. */
  | 'known'
  /** After as many requests as `--requests` allows. */
  | 'requests'
  /** With an error. */
  | 'fault'
  /** With a signal. */
  | 'signal'
  /** By the consumer, such as a closed pipe. */
  | 'closed'

/** Notes how one reading ends. What ends it first says how: a later part only ends because of that. */
export class ReadingEnd {
  #ending: Ending | undefined

  /** `undefined` while the reading goes on. */
  get ending(): Ending | undefined {
    return this.#ending
  }

  at(ending: Ending): void {
    this.#ending ??= ending
  }
}

/** Returns how a reading ends with an error. */
export function endingWith(error: unknown): Ending {
  if (error instanceof ReaderGone) return 'closed'
  if (error instanceof RequestsSpent) return 'requests'
  const isSignal = error instanceof KivaError && (error.kind === 'interrupted' || error.kind === 'terminated')
  return isSignal ? 'signal' : 'fault'
}
