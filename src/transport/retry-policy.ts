/** Which failure may be another the next time, and how long to leave the service alone. Pure; times in milliseconds. */
import { errorCodes, rateLimit } from '../api/gaps.ts'
import { retryAfterOf } from '../api/wire/retry-after.ts'
import type { KivaError } from '../errors.ts'
import type { HttpReply } from '../ports/http.ts'

/** Nobody is kept waiting longer at a time without having asked for it. */
export const longestWait = 30_000

const firstBackoff = 500

const passingStatuses: ReadonlySet<number | undefined> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Whether trying again may help. What took too long is tried again only by who is `patient`. */
export function mayPass({ kind, status, code, transient }: KivaError, patient: boolean): boolean {
  if (transient) return transient === 'connection' || patient
  return kind === 'rate-limited' || code === errorCodes.maintenance || passingStatuses.has(status)
}

/** A wait before try `tries + 1`, with full jitter: `chance`, from 0 up to 1, decides how much of the longest it is. */
export function backoff(tries: number, chance: number): number {
  return Math.round(chance * Math.min(longestWait, firstBackoff * 2 ** (tries - 1)))
}

/** How long the service wants to be left alone at least: as it says, or until the window of its limit is over. */
export function leastWait({ kind, status }: KivaError, reply: HttpReply | undefined, now: number): number {
  const told = reply && retryAfterOf(reply, now)
  if (told !== undefined) return told * 1000
  // Who answers 429 is no service of this kind, but something before it, which forgets sooner.
  return kind === 'rate-limited' && status !== 429 ? rateLimit.windowSeconds * 1000 : 0
}

/**
 * The retries that all requests of a run have together, so that an outage is soon given up while now and then a failure
 * is not: a retry takes one, a success gives half of one back. There are 20, and never fewer than one request may take.
 */
export class RetryBudget {
  readonly #most: number
  #left: number

  constructor(retries: number) {
    this.#most = Math.max(20, retries)
    this.#left = this.#most
  }

  /** Takes one; false when there is none. */
  take(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  succeed(): void {
    this.#left = Math.min(this.#most, this.#left + 0.5)
  }
}
