/** Error replies that the service, or a proxy in front of it, sends instead of an answer. */
import { errorCodes, rateLimit } from '../../api/gaps.ts'
import type { HttpReply } from '../../ports/http.ts'
import { Refusal } from '../http/refusal.ts'
import type { ActiveFaults } from './active-faults.ts'

/** Delay of a slow reply, in milliseconds. */
export const slowDelay = 3000

/** Returns the error page of a proxy whose backend failed. It is HTML in every format. */
export function replyWithServerError({ times, randomFor }: ActiveFaults): HttpReply {
  const [status, words] = randomFor('server error', times('server-error') ?? 0).pick([
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [504, 'Gateway Timeout'],
  ] as const)
  const body = `<!doctype html>
<title>${status} ${words}</title>
<h1>${status} ${words}</h1>
<hr>
<p>proxy</p>
`
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: new TextEncoder().encode(body),
  }
}

/**
 * Redirects to the same path on a host that does not exist (RFC 2606): a client that follows it has left the
 * service.
 */
export function redirectElsewhere({ pathname, search }: URL): HttpReply {
  const location = `https://elsewhere.example${pathname}${search}`
  return { status: 302, headers: { location }, body: new Uint8Array() }
}

/** The code is that of the live service. The live service's status is unknown; this one is a guess. */
export const refuseForMaintenance = () =>
  new Refusal(503, errorCodes.maintenance, 'The service is being looked after and will be back soon')

/**
 * Asks the client to wait one second. `Retry-After` alternates between its two forms, seconds and a date.
 * `now` is in milliseconds.
 */
export function refuseForRate({ times }: ActiveFaults, now: number): Refusal {
  const inSeconds = (times('rate-limit') ?? 0) % 2 === 1
  // HTTP dates have whole seconds.
  const date = new Date((Math.ceil(now / 1000) + 1) * 1000).toUTCString()
  const message = `No more than ${rateLimit.unregistered} requests a minute, please`
  return new Refusal(403, errorCodes.rateLimit, message, { 'retry-after': inSeconds ? '1' : date })
}
