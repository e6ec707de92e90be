/** Which failures may be retried, and how long to wait. Pure; times in milliseconds. */
import { errorCodes, rateLimit } from '../api/gaps.ts'
import { retryAfterOf } from '../api/wire/retry-after.ts'
import type { KivaError } from '../errors.ts'
import type { HttpReply } from '../ports/http.ts'
import { maxWait } from './retry-budget.ts'

const firstBackoff = 500

const retryableStatuses: ReadonlySet<number | undefined> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Returns whether a retry may help. Timeouts are retried only for `patient` requests. */
export function isRetryable({ kind, status, code, transient }: KivaError, patient: boolean): boolean {
  if (transient) return transient === 'connection' || patient
  return kind === 'rate-limited' || code === errorCodes.maintenance || retryableStatuses.has(status)
}

/**
 * Returns the wait before try `tries + 1`, with full jitter:
 * `chance`, from 0 up to 1, is the fraction of the longest wait.
 */
export function backoff(tries: number, chance: number): number {
  return Math.round(chance * Math.min(maxWait, firstBackoff * 2 ** (tries - 1)))
}

/**
 * Returns the shortest wait that the service asks for: its `Retry-After`, or the window of its rate limit.
 */
export function minWaitOf({ kind, status }: KivaError, reply: HttpReply | undefined, now: number): number {
  const retryAfter = reply && retryAfterOf(reply, now)
  if (retryAfter !== undefined) return retryAfter * 1000
  // A 429 comes from a server in front of the service, and its limit ends sooner.
  return kind === 'rate-limited' && status !== 429 ? rateLimit.windowSeconds * 1000 : 0
}
