import type { HttpReply } from '../../ports/http.ts'

/** No limit of the service lasts a day; what says more is as good as wrong, and nobody should wait for it. */
const mostSeconds = 86_400

/** Seconds of `Retry-After`, which is a number of them or a date (RFC 9110 §10.2.3); a day at most. */
export function retryAfterOf(reply: HttpReply, now: number): number | undefined {
  const value = reply.headers['retry-after'] ?? ''
  if (/^\d+$/.test(value)) return Math.min(Number(value), mostSeconds)
  // Date.parse makes a date of nearly anything: `-1` is a month of 2001.
  const date = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(date)) return undefined
  return Math.min(Math.max(0, Math.ceil((date - now) / 1000)), mostSeconds)
}
