/** What happens in a run, as events. Listeners print, draw or count; none changes what happens. */
import type { KivaError } from '../errors.ts'
import type { HttpReply, HttpRequest } from './http.ts'

/** One request on its way; the same object in each of its events. */
export interface Exchange {
  readonly request: HttpRequest
  /** When it was sent, in milliseconds since the epoch. */
  readonly began: number
}

/** A pause between requests. */
export interface Wait {
  readonly kind: 'wait'
  /** The service's rate limit is used up; it is nearly used up; or a request failed and is sent again. */
  readonly reason: 'limit' | 'pace' | 'retry'
  /** With `retry`: why. */
  readonly problem?: KivaError
  /** When it ends as far as is known now, in milliseconds since the epoch. */
  until(): number
}

/** A request that failed in a way that another try may mend. */
export interface Attempt {
  readonly kind: 'attempt'
  readonly problem: KivaError
  /** How often it was sent, and how often it is at most. */
  readonly tries: number
  readonly most: number
  /** Milliseconds until it is sent again. */
  readonly wait: number
  /** Why it is not sent again: too many tries, too long a wait, too many failures in this run. */
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
  /** A page was read: the counts are of this reading, `before` those of the run that it resumes. */
  | {
      readonly kind: 'page'
      readonly pages: number
      readonly number: number
      readonly lastPage: number | undefined
      readonly records: number
      readonly before: number
    }
  /** Text was written, or a page ended without text: so many records of this reading are written. */
  | { readonly kind: 'written'; readonly records: number; readonly chunk: string | Uint8Array }
  /** A part of the transport failed, and the run goes on without it. */
  | { readonly kind: 'disabled'; readonly part: 'cache' | 'trace'; readonly problem: unknown }

/** Awaited, so that what listeners print keeps its order. */
export type Listener = (event: RunEvent) => Promise<void> | void
