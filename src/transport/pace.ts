/**
 * How fast requests may follow each other, from the rate limit headers of replies.
 * Pure; times in milliseconds.
 */
import { rateLimit } from '../api/gaps.ts'
import type { HttpReply } from '../ports/http.ts'
import { maxWait } from './retry-budget.ts'

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
