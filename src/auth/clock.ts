/** Estimates the service's clock from its replies. Pure. */
import type { HttpReply } from '../core/http.ts'
import { httpDate } from '../core/time.ts'

/** Seconds of clock difference that cannot explain a 401. */
const tolerance = 60

/**
 * Returns how many seconds the service's clock is ahead of ours, if its `Date` header shows more than the
 * tolerance and the clock may explain the reply's status. `now` is in milliseconds, by our clock.
 */
export function skewOf(reply: HttpReply, now: number): number | undefined {
  if (reply.status !== 401 && reply.status !== 400) return undefined
  const skew = secondsAhead(reply, now)
  return skew !== undefined && exceedsTolerance(skew) ? skew : undefined
}

/** Returns how many seconds the service's clock is ahead of ours, from a reply's `Date` header. */
export function secondsAhead({ headers }: Pick<HttpReply, 'headers'>, now: number): number | undefined {
  const date = httpDate(headers['date'])
  return date === undefined ? undefined : Math.round((date - now) / 1000)
}

/** Returns whether a clock that is off by this many seconds makes signatures fail. */
export const exceedsTolerance = (skew: number) => Math.abs(skew) > tolerance

/** Returns the message for a request that is sent again with the service's time. */
export function skewNote(skew: number): string {
  const off = skew > 0 ? 'behind' : 'ahead of'
  return `The clock of this machine is ${Math.abs(skew)}s ${off} the API's: retry with the API's time.`
}
