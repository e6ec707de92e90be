/** Sends the requests to one origin at the pace of its rate limit, and retries failures. */
import { problemInDocument, problemOf } from '../api/wire/problem.ts'
import { KivaError } from '../errors.ts'
import type { FetchOptions, HttpReply, HttpRequest, Send } from '../ports/http.ts'
import {
  type History,
  Pace,
  type QueueState,
  RetryBudget,
  type RetryPorts,
  throttle,
  type WaitFor,
} from './pace.ts'

/** Sends the requests of a run to one origin. They share their pace and their retry budget. */
export class OriginQueue {
  readonly #ports: RetryPorts
  readonly #pace = new Pace()
  readonly #turn: (signal: AbortSignal, maxWait?: number) => Promise<void>
  #budget: RetryBudget

  constructor(ports: RetryPorts) {
    this.#ports = ports
    this.#budget = new RetryBudget(ports.settings.retries)
    this.#turn = throttle(this.#pace, ports, this.#waitFor)
  }

  /** Restores the full retry budget. */
  refill(): void {
    this.#budget = new RetryBudget(this.#ports.settings.retries)
  }

  /**
   * Sends a request, using `send` for each try. A permanent failure is thrown at once, or returned if it is a
   * reply. A failure that may pass is thrown after the last try, with the number of tries.
   */
  async fetch(send: Send, request: HttpRequest, { signal, retry, limits }: FetchOptions): Promise<HttpReply> {
    const history: History = { tries: 0, failures: 0 }
    for (;;) {
      await this.#turn(signal, limits?.maxWait)
      limits?.beforeTry()
      history.tries += 1
      const { reply, problem } = await this.#try(send, request, signal)
      if (problem && retry) {
        // Loaded after a failure, since most requests have none.
        const { waitAfter } = await import('./wait-after.ts')
        const failed = { problem, reply, isPatient: retry === 'patient' }
        if (await waitAfter(failed, history, { signal, limits }, this.#shared)) continue
      }
      if (reply) return reply
      throw problem
    }
  }

  /** Sends the request once. A failure may come with or without a reply. */
  async #try(
    send: Send,
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<{ readonly reply?: HttpReply; readonly problem?: KivaError | undefined }> {
    const { now } = this.#ports
    try {
      const reply = await send(request, signal)
      const problem = problemIn(reply, now())
      if (!problem) this.#budget.succeed()
      // A cached reply does not show the current rate limit.
      const isFresh = !problem && reply.cacheAge === undefined
      this.#pace.answered(now(), isFresh ? reply.headers : undefined)
      return { reply, problem }
    } catch (error) {
      this.#pace.answered(now(), undefined)
      if (error instanceof KivaError && !signal.aborted) return { problem: error }
      throw error
    }
  }

  get #shared(): QueueState {
    return { ports: this.#ports, pace: this.#pace, budget: this.#budget, waitFor: this.#waitFor }
  }

  readonly #waitFor: WaitFor = async (about, work) => {
    const wait = { kind: 'wait', ...about } as const
    await this.#ports.emit(wait)
    try {
      await work()
    } finally {
      await this.#ports.emit({ kind: 'waited', wait })
    }
  }
}

/** Error documents are short, so longer pages are not parsed a second time. */
const maxErrorBytes = 10_000

function problemIn(reply: HttpReply, now: number): KivaError | undefined {
  const isShort = reply.body.byteLength <= maxErrorBytes
  return problemOf(reply, now) ?? (isShort ? problemInDocument(reply, now) : undefined)
}
