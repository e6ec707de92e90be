/** Rate limits like the live service's: counted per minute and reported in the headers of every reply. */
import { errorCodes, rateLimit } from '../../api/gaps.ts'
import { Refusal } from './refusal.ts'

export interface Limiter {
  /**
   * Counts one request and returns its rate limit headers. Throws a `Refusal` with status 403 if the limit is
   * used up.
   */
  count(appId: string | undefined, search: boolean): Readonly<Record<string, string>>
}

/**
 * Share of the overall limit that searches may use. The live service has such a second limit, but its value
 * is unknown.
 */
const specificShare = 0.5

/**
 * `now` returns milliseconds. Unless `enforced`, replies have the headers but no request counts against the
 * limits.
 */
export function createLimiter(enforced: boolean, now: () => number): Limiter {
  let window = -1
  let used = new Map<string, { overall: number; specific: number }>()
  return {
    count(appId, search) {
      const minute = Math.floor(now() / 1000 / rateLimit.windowSeconds)
      if (minute !== window) used = new Map()
      window = minute
      const maxRequests = appId === undefined ? rateLimit.unregistered : rateLimit.registered
      const maxSpecific = Math.floor(maxRequests * specificShare)
      const spent = used.get(appId ?? '') ?? { overall: 0, specific: 0 }
      used.set(appId ?? '', spent)
      const over = spent.overall >= maxRequests || (search && spent.specific >= maxSpecific)
      if (enforced && !over) {
        spent.overall += 1
        if (search) spent.specific += 1
      }
      const headers = {
        'x-ratelimit-overall-limit': String(maxRequests),
        'x-ratelimit-overall-remaining': String(maxRequests - spent.overall),
        ...(search && {
          'x-ratelimit-specific-limit': String(maxSpecific),
          'x-ratelimit-specific-remaining': String(maxSpecific - spent.specific),
        }),
      }
      if (over)
        throw new Refusal(
          403,
          errorCodes.rateLimit,
          `No more than ${maxRequests} requests a minute, please`,
          headers,
        )
      return headers
    },
  }
}
