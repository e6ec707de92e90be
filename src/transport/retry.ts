/** Sends the requests to one origin at the pace of its rate limit, and retries failures. */
import { problemInDocument, problemOf } from '../api/wire/problem.ts'
import type { World } from '../context.ts'
import { KivaError } from '../errors.ts'
import type { Attempt, Listener } from '../ports/events.ts'
import type { FetchLimits, FetchOptions, HttpReply, HttpRequest, Send } from '../ports/http.ts'
import { Pace } from './pace.ts'
import { backoff, isRetryable, maxWait, minWaitOf, RetryBudget } from './retry-policy.ts'
import { failures, throttle, type WaitFor } from './throttle.ts'

export interface RetrySettings {
  /** The most retries of one request. */
  readonly retries: number
  /** Whether to wait for a rate limit to end, however long it takes. */
  readonly waitOnLimit: boolean
}

export interface RetryPorts extends Pick<World, 'now' | 'sleep' | 'nonce'> {
  readonly settings: RetrySettings
  readonly emit: Listener
}

/** The tries of one request, and its failures. A rate limit that --wait-on-limit waits for is not a failure. */
interface History {
  tries: number
  failures: number
}

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
      if (problem && retry && isRetryable(problem, retry === 'patient')) {
        const minWait = minWaitOf(problem, reply, this.#ports.now())
        await this.#waitAfter(problem, minWait, history, { signal, limits })
      } else if (reply) return reply
      else throw problem
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

  async #waitAfter(
    problem: KivaError,
    minWait: number,
    history: History,
    { signal, limits }: Pick<FetchOptions, 'signal' | 'limits'>,
  ): Promise<void> {
    const { now, sleep, nonce, settings, emit } = this.#ports
    const isLimit = problem.kind === 'rate-limited'
    // With --wait-on-limit, waits for a rate limit do not count as failures.
    const isFree = isLimit && settings.waitOnLimit && !limits
    if (!isFree) history.failures += 1
    const givenUp = isFree ? undefined : this.#giveUpReason(history, minWait, limits)
    const wait = minWait + backoff(history.tries, fractionOf(nonce()))
    const maxTries = history.tries + settings.retries + 1 - history.failures
    const tried = {
      kind: 'attempt',
      problem,
      tries: history.tries,
      maxTries,
      wait: givenUp === 'wait' ? minWait : wait,
    } as const
    await emit({ ...tried, givenUp })
    const end = now() + wait
    if (limits && isLimit) {
      // The pace fails this try and other requests that would wait too long.
      this.#pace.pause(end)
      if (givenUp) throw (await failures()).limitReached(wait, problem)
      return
    }
    if (givenUp) throw (await failures()).lastProblem(problem, history.tries)
    if (isLimit) return this.#pace.pause(end)
    await this.#waitFor({ reason: 'retry', problem, until: () => end }, () => sleep(wait, signal))
  }

  /**
   * Returns why there is no further try, given that the service asks to wait for `minWait` milliseconds;
   * otherwise takes a retry. A request with its own limits takes none of the run's.
   */
  #giveUpReason({ failures }: History, minWait: number, limits?: FetchLimits): Attempt['givenUp'] {
    if (failures > this.#ports.settings.retries) return 'tries'
    if (minWait > (limits?.maxWait ?? maxWait)) return 'wait'
    if (limits) return undefined
    return this.#budget.take() ? undefined : 'budget'
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

/** Returns a number from 0 up to 1, from 32 bits of an unguessable token. */
const fractionOf = (nonce: string) => Number.parseInt(nonce.slice(-8), 16) / 2 ** 32
