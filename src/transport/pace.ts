/**
 * What the requests of a run to one origin share: their pace, from the rate limit headers of replies, and their retries.
 * The policy of retries is in wait-after.ts. Times in milliseconds.
 */
import { rateLimit } from '../api/gaps.ts'
import type { World } from '../core/context.ts'
import type { Listener, Wait } from '../core/events.ts'
import type { HttpReply } from '../core/http.ts'
import { limitReached } from './failures.ts'

type Headers = HttpReply['headers']

const windowLength = rateLimit.windowSeconds * 1000

/** The pace of all requests of a run to one origin. */
export class Pace {
  readonly #meters: readonly Meter[] = [new Meter('overall'), new Meter('specific')]
  #underWay = 0
  /** The highest number of concurrent requests so far. */
  #concurrency = 1
  #lastSent = 0
  #spacing = 0
  #pausedUntil = 0

  /** When the next request may be sent. */
  get opensAt(): number {
    return Math.max(this.#pausedUntil, this.#spacing > 0 ? this.#lastSent + this.#spacing : 0)
  }

  /** Returns whether requests wait for a pause to end, rather than for their spacing. */
  isPaused(now: number): boolean {
    return this.#pausedUntil > now
  }

  /** Holds all requests until this time. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
  }

  sent(now: number): void {
    this.#underWay += 1
    this.#concurrency = Math.max(this.#concurrency, this.#underWay)
    this.#lastSent = now
  }

  /**
   * Records the end of a request. The headers of a failed request are ignored,
   * because a proxy may have sent them.
   */
  answered(now: number, headers: Headers | undefined): void {
    this.#underWay -= 1
    if (!headers) return
    const spacings = this.#meters.map((meter) =>
      meter.spacing(now, headers, this.#underWay, this.#concurrency),
    )
    this.#spacing = Math.max(...spacings)
  }
}

/** One of the service's two limits: of all requests, or of requests to this kind of endpoint. */
class Meter {
  readonly #limit: string
  readonly #remaining: string
  /** When the current window began, at the latest: at our first request in it. */
  #began: number | undefined
  #lastRemaining = 0

  constructor(name: 'overall' | 'specific') {
    this.#limit = `x-ratelimit-${name}-limit`
    this.#remaining = `x-ratelimit-${name}-remaining`
  }

  /**
   * Returns the time between requests: 0 while many remain or no limit is known. After that, spreads the
   * remaining requests (less those under way) over the rest of the window.
   */
  spacing(now: number, headers: Headers, underWay: number, concurrency: number): number {
    const limit = Number(headers[this.#limit])
    const remaining = Number(headers[this.#remaining])
    if (!(limit > 0 && remaining >= 0)) return 0
    // Replies may arrive out of order, so a slightly higher count does not mean a new window.
    if (this.#began === undefined || remaining > this.#lastRemaining + concurrency) this.#began = now
    this.#lastRemaining = remaining
    if (remaining > Math.max(concurrency, limit / 10) || remaining >= limit) return 0
    const rest = Math.max(0, this.#began + windowLength - now)
    const left = Math.max(1, remaining - underWay)
    return Math.ceil(Math.min(maxWait, Math.max(windowLength / limit, rest / left)))
  }
}

/** The longest single wait in milliseconds, unless the user asked for more. */
export const maxWait = 30_000

/**
 * The retries that all requests of a run share, so that an outage ends the run soon while occasional failures
 * do not. A retry takes one, and a success gives half of one back. There are 20, or more if one request may
 * take more.
 */
export class RetryBudget {
  readonly #max: number
  #left: number

  constructor(retries: number) {
    this.#max = Math.max(20, retries)
    this.#left = this.#max
  }

  /** Takes one retry; returns false if none is left. */
  take(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  /** Gives half of a retry back. */
  succeed(): void {
    this.#left = Math.min(this.#max, this.#left + 0.5)
  }

  refill(): void {
    this.#left = this.#max
  }
}

/** Runs a wait, and emits events at its start and end. */
export type WaitFor = (wait: Omit<Wait, 'kind'>, work: () => Promise<void>) => Promise<void>

/** Milliseconds between checks of the pace while a request waits, because the pace may change meanwhile. */
const step = 1000

/**
 * Returns a function that lets requests pass one by one, as the pace allows. It rejects with the signal's
 * reason when that fires, and with a `KivaError` at once if a request would wait longer than its `maxWait`
 * milliseconds.
 */
export function throttle(
  pace: Pace,
  { now, sleep }: Pick<World, 'now' | 'sleep'>,
  waitFor: WaitFor,
): (signal: AbortSignal, maxWait?: number) => Promise<void> {
  let queue = Promise.resolve()

  async function untilOpen(signal: AbortSignal): Promise<void> {
    for (let time = now(); time < pace.opensAt; time += step) {
      await sleep(Math.min(step, pace.opensAt - time), signal)
    }
  }

  async function pass(signal: AbortSignal, maxWait = Number.POSITIVE_INFINITY): Promise<void> {
    signal.throwIfAborted()
    const wait = pace.opensAt - now()
    if (wait > maxWait) throw limitReached(wait)
    if (wait > 0) {
      const reason = pace.isPaused(now()) ? 'limit' : 'pace'
      await waitFor({ reason, until: () => pace.opensAt }, () => untilOpen(signal))
    }
    pace.sent(now())
  }

  return (signal, maxWait) => {
    const turn = queue.then(() => pass(signal, maxWait))
    queue = turn.catch(() => {})
    return turn
  }
}

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
export interface History {
  tries: number
  failures: number
}
