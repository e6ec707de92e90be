/** Limits the requests of a run, retries included. */
import type { Context } from '../core/context.ts'
import type { Fetch } from '../core/http.ts'

/** Thrown in place of a request when all are spent. */
export class RequestsSpent extends Error {}

interface LimitedRequests {
  /** Throws `RequestsSpent` once all requests are sent. */
  readonly fetch: Fetch
  /** Fires in place of a retry that would be one request too many; its reason is the problem. */
  readonly signal: AbortSignal
  /** Returns the number of requests so far. */
  sent(): number
}

export function limitRequests(
  { fetch, observe, signal }: Pick<Context, 'fetch' | 'observe' | 'signal'>,
  most: number,
): LimitedRequests {
  const over = new AbortController()
  let sent = 0
  const running = new Set<Promise<unknown>>()
  /** The first requests are the first to be sent. */
  let turn: Promise<unknown> = Promise.resolve()
  observe((event) => {
    if (event.kind === 'request') sent += 1
    if (event.kind === 'attempt' && sent >= most) over.abort(event.problem)
  })
  return {
    signal: AbortSignal.any([signal, over.signal]),
    sent: () => sent,
    fetch: async (request, how) => {
      const admitted = turn.then(async () => {
        // Those in progress may not have been sent yet.
        while (running.size > 0 && sent + running.size >= most) await Promise.race(running)
        if (sent >= most) throw new RequestsSpent()
        const reply = fetch(request, how)
        const ended = reply.catch(() => {}).then(() => void running.delete(ended))
        running.add(ended)
        // In an object, so that the next request does not wait for it.
        return { reply }
      })
      turn = admitted.catch(() => {})
      return (await admitted).reply
    },
  }
}
