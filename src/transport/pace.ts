/** How fast requests may follow each other, by what the service tells of its rate limit. Pure; times in milliseconds. */
import { rateLimit } from '../api/gaps.ts'
import type { HttpReply } from '../ports/http.ts'
import { longestWait } from './retry-policy.ts'

type Headers = HttpReply['headers']

const windowLength = rateLimit.windowSeconds * 1000

/** The pace of all requests of a run to one origin. */
export class Pace {
  readonly #meters: readonly Meter[] = [new Meter('overall'), new Meter('specific')]
  #underWay = 0
  /** The most requests that were under way at once. */
  #concurrency = 1
  #lastSent = 0
  #spacing = 0
  #pausedUntil = 0

  /** When the next request may be sent. */
  get opensAt(): number {
    return Math.max(this.#pausedUntil, this.#spacing > 0 ? this.#lastSent + this.#spacing : 0)
  }

  /** Whether the end of a pause is waited for, not a turn in a row of requests. */
  isPaused(now: number): boolean {
    return this.#pausedUntil > now
  }

  /** Nothing is sent before. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
  }

  sent(now: number): void {
    this.#underWay += 1
    this.#concurrency = Math.max(this.#concurrency, this.#underWay)
    this.#lastSent = now
  }

  /** A request is over. What a failure says of the limit counts for nothing: it may come from something in between. */
  answered(now: number, headers: Headers | undefined): void {
    this.#underWay -= 1
    if (!headers) return
    const spacings = this.#meters.map((meter) =>
      meter.spacing(now, headers, this.#underWay, this.#concurrency),
    )
    this.#spacing = Math.max(...spacings)
  }
}

/** One of the two limits of the service: of all requests, and of those to this kind of endpoint. */
class Meter {
  readonly #limit: string
  readonly #remaining: string
  /** When the present window began, as far as we know: at its latest with our first request in it. */
  #began: number | undefined
  #lastRemaining = 0

  constructor(name: 'overall' | 'specific') {
    this.#limit = `x-ratelimit-${name}-limit`
    this.#remaining = `x-ratelimit-${name}-remaining`
  }

  /**
   * How far requests are to be apart: not at all while many remain, or none has been counted; then so that what remains,
   * but for those under way, lasts until the window is over.
   */
  spacing(now: number, headers: Headers, underWay: number, concurrency: number): number {
    const limit = Number(headers[this.#limit])
    const remaining = Number(headers[this.#remaining])
    if (!(limit > 0 && remaining >= 0)) return 0
    // Replies may come in another order than requests, so that a little more is no new window.
    if (this.#began === undefined || remaining > this.#lastRemaining + concurrency) this.#began = now
    this.#lastRemaining = remaining
    if (remaining > Math.max(concurrency, limit / 10) || remaining >= limit) return 0
    const rest = Math.max(0, this.#began + windowLength - now)
    const left = Math.max(1, remaining - underWay)
    return Math.ceil(Math.min(longestWait, Math.max(windowLength / limit, rest / left)))
  }
}
