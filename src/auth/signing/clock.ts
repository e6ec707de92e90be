/** The service's clock, as far as it can be told from here. Pure. */
import type { HttpReply } from '../../ports/http.ts'

/** Seconds that a clock may be off before a 401 is blamed on it. */
const tolerated = 60

/**
 * How many seconds the service's clock is ahead of ours, if its `Date` header says more than is tolerated and the
 * reply may be about that. `now` in milliseconds, by our clock.
 */
export function skewOf(reply: HttpReply, now: number): number | undefined {
  if (reply.status !== 401 && reply.status !== 400) return undefined
  const skew = secondsAhead(reply, now)
  return skew !== undefined && isIntolerable(skew) ? skew : undefined
}

/** How many seconds the service's clock is ahead of ours by a reply, where its `Date` header tells. */
export function secondsAhead({ headers }: Pick<HttpReply, 'headers'>, now: number): number | undefined {
  const date = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? undefined : Math.round((date - now) / 1000)
}

/** Whether a clock that is off by so many seconds makes signatures fail. */
export const isIntolerable = (skew: number) => Math.abs(skew) > tolerated

/** What the person is told when a request is sent again with the service's time. */
export function skewNote(skew: number): string {
  const off = skew > 0 ? 'behind' : 'ahead of'
  return `The clock of this machine is ${Math.abs(skew)} s ${off} the service's; trying once more with the service's time.`
}
