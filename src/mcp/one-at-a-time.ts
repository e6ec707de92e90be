/** Sends the requests of all calls one after the other, so that calls share the pace of the service. */
import { KivaError } from '../core/errors.ts'
import type { Fetch } from '../core/http.ts'

/** The most requests of one call, retries included: of one that reads a page, and of one that reads a list. */
export const maxRequests = { page: 5, list: 30 } as const

/** Milliseconds that a call waits for the rate limit. Clients give up after 60 s. */
const patience = 10_000

/** Thrown in place of a request beyond `maxRequests`. */
export class TooManyRequests extends KivaError {
  constructor(most: number) {
    super('refused', `no answer after ${most} requests`, {
      hint: 'Ask for fewer records, or try again later.',
    })
  }
}

/** A `Fetch` for one call, the number of requests that it has sent, and the age of the oldest reply. */
export interface CountedFetch {
  readonly fetch: Fetch
  readonly requests: number
  /** In milliseconds. */
  readonly oldest: number
}

/** Returns a function that runs work, after the work that it was given before. */
export function openQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let queue: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = queue.then(work)
    queue = turn.catch(() => {})
    return turn
  }
}

/** Returns a function that opens a `CountedFetch` for a call. All of them share one queue. */
export function oneAtATime(fetch: Fetch, now: () => number): (most?: number) => CountedFetch {
  const inTurn = openQueue()
  return (most = maxRequests.page) => {
    let requests = 0
    let oldest = 0
    const beforeTry = () => {
      if (requests >= most) throw new TooManyRequests(most)
      requests += 1
    }
    return {
      get requests() {
        return requests
      },
      get oldest() {
        return oldest
      },
      fetch: (request, how) => {
        const began = now()
        return inTurn(async () => {
          how.signal.throwIfAborted()
          const maxWait = Math.max(0, patience - (now() - began))
          const reply = await fetch(request, { ...how, limits: { maxWait, beforeTry } })
          oldest = Math.max(oldest, reply.cacheAge ?? 0)
          return reply
        })
      },
    }
  }
}
