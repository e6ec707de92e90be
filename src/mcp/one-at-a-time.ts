/** Sends the requests of all calls one after the other, so that calls share the pace of the service. */
import { KivaError } from '../errors.ts'
import type { Fetch } from '../ports/http.ts'

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

/** A `Fetch` for one call, and the number of requests that it has sent. */
export interface CountedFetch {
  readonly fetch: Fetch
  readonly requests: number
}

/** Returns a function that opens a `CountedFetch` for a call. All of them share one queue. */
export function oneAtATime(fetch: Fetch, now: () => number): (most?: number) => CountedFetch {
  let queue: Promise<unknown> = Promise.resolve()
  return (most = maxRequests.page) => {
    let requests = 0
    const beforeTry = () => {
      if (requests >= most) throw new TooManyRequests(most)
      requests += 1
    }
    return {
      get requests() {
        return requests
      },
      fetch: (request, how) => {
        const began = now()
        const turn = queue.then(() => {
          how.signal.throwIfAborted()
          const maxWait = Math.max(0, patience - (now() - began))
          return fetch(request, { ...how, limits: { maxWait, beforeTry } })
        })
        queue = turn.catch(() => {})
        return turn
      },
    }
  }
}
