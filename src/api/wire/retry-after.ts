import type { HttpReply } from '../../ports/http.ts'

/** No limit of the service lasts a day; longer values are almost certainly wrong, and too long to wait. */
const maxSeconds = 86_400

/** Returns the seconds of `Retry-After`, given as a number or a date (RFC 9110 §10.2.3), at most one day. */
export function retryAfterOf(reply: HttpReply, now: number): number | undefined {
  const value = reply.headers['retry-after'] ?? ''
  if (/^\d+$/.test(value)) return Math.min(Number(value), maxSeconds)
  // Date.parse accepts nearly anything: `-1` becomes a month of 2001.
  const date = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(date)) return undefined
  return Math.min(Math.max(0, Math.ceil((date - now) / 1000)), maxSeconds)
}
