/** Sends the requests to one origin at the pace of its rate limit, and retries failures. */

import { problemInDocument, problemOf } from '../api/wire/problem.ts'
import { KivaError } from '../core/errors.ts'
import type { FetchOptions, HttpReply, HttpRequest, Send } from '../core/http.ts'
import { type History, Pace, RetryBudget, type RetryPorts, throttle, type WaitFor } from './pace.ts'
import { waitAfter } from './wait-after.ts'

/** Sends the requests of a run to one origin. */
export interface OriginQueue {
  /**
   * Sends a request, using `send` for each try. A permanent failure is thrown at once, or returned if it is a
   * reply. A failure that may pass is thrown after the last try, with the number of tries.
   */
  fetch(send: Send, request: HttpRequest, options: FetchOptions): Promise<HttpReply>
  /** Restores the full retry budget. */
  refill(): void
}

/** Opens a queue. Its requests share their pace and their retry budget. */
export function originQueue(ports: RetryPorts): OriginQueue {
  const { now, emit, settings } = ports
  const pace = new Pace()
  const budget = new RetryBudget(settings.retries)

  const waitFor: WaitFor = async (reason, work) => {
    const wait = { kind: 'wait', ...reason } as const
    await emit(wait)
    try {
      await work()
    } finally {
      await emit({ kind: 'waited', wait })
    }
  }
  const turn = throttle(pace, ports, waitFor)

  /** Sends the request once. A failure may come with or without a reply. */
  async function trySending(
    send: Send,
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<{ readonly reply?: HttpReply; readonly problem?: KivaError | undefined }> {
    try {
      const reply = await send(request, signal)
      const problem = problemIn(reply, now())
      if (!problem) budget.succeed()
      // A cached reply does not show the current rate limit.
      const isFresh = !problem && reply.cacheAge === undefined
      pace.answered(now(), isFresh ? reply.headers : undefined)
      return { reply, problem }
    } catch (error) {
      pace.answered(now(), undefined)
      if (error instanceof KivaError && !signal.aborted) return { problem: error }
      throw error
    }
  }

  return {
    async fetch(send, first, { signal, retry, limits }) {
      const history: History = { tries: 0, failures: 0 }
      let request = first
      for (;;) {
        await turn(signal, limits?.maxWait)
        limits?.beforeTry()
        history.tries += 1
        const { reply, problem } = await trySending(send, request, signal)
        if (problem && retry) {
          const failed = { problem, reply, isPatient: retry === 'patient' }
          const queue = { ...ports, pace, budget, waitFor }
          if (await waitAfter(failed, history, { signal, limits }, queue)) {
            // The service may drop or ignore every connection that was kept.
            request = problem.transient ? { ...first, needsNewConnection: true } : first
            continue
          }
        }
        if (reply) return reply
        throw problem
      }
    },
    refill: () => budget.refill(),
  }
}

/** Error documents are short, so longer pages are not parsed a second time. */
const maxErrorBytes = 10_000

function problemIn(reply: HttpReply, now: number): KivaError | undefined {
  const isShort = reply.body.byteLength <= maxErrorBytes
  return problemOf(reply, now) ?? (isShort ? problemInDocument(reply, now) : undefined)
}
