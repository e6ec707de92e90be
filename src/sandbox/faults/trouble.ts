/** What a service, or what stands before it, says in place of an answer. */
import { errorCodes, rateLimit } from '../../api/gaps.ts'
import type { HttpReply } from '../../ports/http.ts'
import { Refusal } from '../http/refusal.ts'
import type { Strikes } from './strikes.ts'

/** How long a slow reply takes, in milliseconds. */
export const slowness = 3000

/** What a proxy in front of the service says when the service doesn't: HTML, whatever was asked for. */
export function replyWithServerError({ times, randomFor }: Strikes): HttpReply {
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

/** To the same path of a host that is not there (RFC 2606): whoever follows has left the service. */
export function redirectElsewhere({ pathname, search }: URL): HttpReply {
  const location = `https://elsewhere.example${pathname}${search}`
  return { status: 302, headers: { location }, body: new Uint8Array() }
}

/** The live code; its status is not known. */
export const refuseForMaintenance = () =>
  new Refusal(503, errorCodes.maintenance, 'The service is being looked after and will be back soon')

/** One second of patience is asked for in both forms of `Retry-After`, in turn. `now` in milliseconds. */
export function refuseForRate({ times }: Strikes, now: number): Refusal {
  const inSeconds = (times('rate-limit') ?? 0) % 2 === 1
  // A date knows whole seconds only.
  const date = new Date((Math.ceil(now / 1000) + 1) * 1000).toUTCString()
  const message = `No more than ${rateLimit.unregistered} requests a minute, please`
  return new Refusal(403, errorCodes.rateLimit, message, { 'retry-after': inSeconds ? '1' : date })
}
