/** Requests to one origin: sent at the pace of its rate limit, and sent again while that may help. */
import { problemInDocument, problemOf } from '../api/wire/problem.ts'
import type { World } from '../context.ts'
import { KivaError } from '../errors.ts'
import { sentence } from '../foreign-text.ts'
import type { Attempt, Listener } from '../ports/events.ts'
import type { FetchOptions, HttpReply, HttpRequest, Send } from '../ports/http.ts'
import { Pace } from './pace.ts'
import { backoff, leastWait, longestWait, mayPass, RetryBudget } from './retry-policy.ts'
import { throttle, type WaitFor } from './throttle.ts'

export interface RetrySettings {
  /** How often a request may be sent again. */
  readonly retries: number
  /** Whether a rate limit is waited for, however long it takes. */
  readonly waitOnLimit: boolean
}

export interface RetryPorts extends Pick<World, 'now' | 'sleep' | 'nonce'> {
  readonly settings: RetrySettings
  readonly emit: Listener
}

/** How often one request was sent, and how often of these it failed other than by a limit that is waited for. */
interface History {
  tries: number
  failures: number
}

/** Sends the requests of a run to one origin, which share their pace and their retries. */
export class OriginQueue {
  readonly #ports: RetryPorts
  readonly #pace = new Pace()
  readonly #turn: (signal: AbortSignal) => Promise<void>
  #budget: RetryBudget

  constructor(ports: RetryPorts) {
    this.#ports = ports
    this.#budget = new RetryBudget(ports.settings.retries)
    this.#turn = throttle(this.#pace, ports, this.#waitFor)
  }

  /** Starts with a full retry budget again. */
  refill(): void {
    this.#budget = new RetryBudget(this.#ports.settings.retries)
  }

  /**
   * Sends a request, each try by `send`. A failure that another try could not mend is thrown at once, or returned where
   * it is a reply; one that could, when the tries are used up, with how often it was sent.
   */
  async fetch(send: Send, request: HttpRequest, { signal, retry }: FetchOptions): Promise<HttpReply> {
    const history: History = { tries: 0, failures: 0 }
    for (;;) {
      await this.#turn(signal)
      history.tries += 1
      const { reply, problem } = await this.#try(send, request, signal)
      if (problem && retry && mayPass(problem, retry === 'patient')) {
        const least = leastWait(problem, reply, this.#ports.now())
        await this.#waitAfter(problem, least, history, signal)
      } else if (reply) return reply
      else throw problem
    }
  }

  /** A failure comes as a reply or without one. */
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
      // A cached reply says nothing about the limit now.
      const isNews = !problem && reply.cacheAge === undefined
      this.#pace.answered(now(), isNews ? reply.headers : undefined)
      return { reply, problem }
    } catch (error) {
      this.#pace.answered(now(), undefined)
      if (error instanceof KivaError && !signal.aborted) return { problem: error }
      throw error
    }
  }

  async #waitAfter(problem: KivaError, least: number, history: History, signal: AbortSignal): Promise<void> {
    const { now, sleep, nonce, settings, emit } = this.#ports
    const isLimit = problem.kind === 'rate-limited'
    // With --wait-on-limit a rate limit is waited for as often as it takes.
    const isFree = isLimit && settings.waitOnLimit
    if (!isFree) history.failures += 1
    const givenUp = isFree ? undefined : this.#obstacle(history, least)
    const wait = least + backoff(history.tries, chanceOf(nonce()))
    const most = history.tries + settings.retries + 1 - history.failures
    const tried = {
      kind: 'attempt',
      problem,
      tries: history.tries,
      most,
      wait: givenUp === 'wait' ? least : wait,
    } as const
    await emit({ ...tried, givenUp })
    if (givenUp) throw lastProblem(problem, history.tries)
    const end = now() + wait
    if (isLimit) return this.#pace.pause(end)
    await this.#waitFor({ reason: 'retry', problem, until: () => end }, () => sleep(wait, signal))
  }

  /** Why there is no other try, when the service asks to be left alone for `least`; otherwise takes a retry. */
  #obstacle({ failures }: History, least: number): Attempt['givenUp'] {
    if (failures > this.#ports.settings.retries) return 'tries'
    if (least > longestWait) return 'wait'
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

/** Error documents are short: a longer page is not parsed twice. */
const longestError = 10_000

function problemIn(reply: HttpReply, now: number): KivaError | undefined {
  const isShort = reply.body.byteLength <= longestError
  return problemOf(reply, now) ?? (isShort ? problemInDocument(reply, now) : undefined)
}

function lastProblem(problem: KivaError, tries: number): KivaError {
  const { kind, cause } = problem
  const words = tries === 1 ? problem.sentence : sentence`${problem.sentence}, tried ${tries} times`
  if (kind !== 'rate-limited') return problem.retold(kind, words, { cause })
  return problem.retold(kind, words, { cause, hint: `${problem.hint} With --wait-on-limit, kiva does.` })
}

/** From 0 up to 1, by 32 bits of a token that nobody can guess. */
const chanceOf = (nonce: string) => Number.parseInt(nonce.slice(-8), 16) / 2 ** 32
