/** The events of a run. Listeners print, draw or count, and never change the run. */
import type { KivaError } from './errors.ts'
import type { HttpReply, HttpRequest } from './http.ts'

/** One request in progress. All its events share this object. */
export interface Exchange {
  readonly request: HttpRequest
  /** When it was sent, in milliseconds since the epoch. */
  readonly began: number
}

/** A pause between requests. */
export interface Wait {
  readonly kind: 'wait'
  /**
   * `limit`: the rate limit is used up. `pace`: it is nearly used up.
   * `retry`: a failed request is sent again.
   */
  readonly reason: 'limit' | 'pace' | 'retry'
  /** The failure, with `retry`. */
  readonly problem?: KivaError
  /** Returns the end of the wait as currently known, in milliseconds since the epoch. */
  until(): number
}

/** A failed request that a retry may fix. */
export interface Attempt {
  readonly kind: 'attempt'
  readonly problem: KivaError
  /** The number of tries so far, and the most there will be. */
  readonly tries: number
  readonly maxTries: number
  /** Milliseconds until the retry. */
  readonly wait: number
  /** Why there is no retry: too many tries, too long a wait, too many failures in this run. */
  readonly givenUp?: 'tries' | 'wait' | 'budget' | undefined
}

export type RunEvent =
  | { readonly kind: 'connected'; readonly host: string; readonly milliseconds: number }
  | { readonly kind: 'request'; readonly exchange: Exchange }
  | {
      readonly kind: 'reply'
      readonly exchange: Exchange
      readonly reply: HttpReply
      readonly milliseconds: number
    }
  | {
      readonly kind: 'failure'
      readonly exchange: Exchange
      readonly isCanceled: boolean
      readonly milliseconds: number
    }
  | Attempt
  | Wait
  | { readonly kind: 'waited'; readonly wait: Wait }
  /**
   * A page was read, or another step of long work is done. The counts are of this reading; `before` counts the records of
   * the run that it resumes.
   */
  | {
      readonly kind: 'page'
      readonly pages: number
      readonly number: number
      readonly lastPage: number | undefined
      readonly records: number
      readonly before: number
      /** What is counted, in the plural. Default: records and pages. */
      readonly nouns?: { readonly records: string; readonly pages: string } | undefined
      /** When the work stops at the latest, in milliseconds since the epoch. */
      readonly until?: number | undefined
    }
  /** Text was written. */
  | { readonly kind: 'written'; readonly chunk: string | Uint8Array }
  /** A part of the transport failed; the run continues without it. */
  | { readonly kind: 'disabled'; readonly part: 'cache' | 'trace'; readonly problem: unknown }

/** Listeners are awaited, so that what they print stays in order. */
export type Listener = (event: RunEvent) => Promise<void> | void
