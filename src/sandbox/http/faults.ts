/** What can be made to go wrong, on purpose and repeatably: by the seed and the number of the request. */
import { errorCodes } from '../../api/gaps.ts'
import type { FaultName } from '../../commands/fault-names.ts'
import type { HttpReply } from '../../context.ts'
import type { RandomFor } from '../marketplace/random.ts'
import { Refusal } from './refusal.ts'

/** As `--fault` takes them; `error-code`, `form-tokens` and `awkward-tokens` concern the OAuth provider alone. */
export type Fault = FaultName

/** How long a slow body takes, in milliseconds. */
export const slowness = 3000

/**
 * Whether a fault that comes and goes strikes a request, counted from 1. It always strikes the first, so that one
 * call shows it, and then one in three, so that trying again helps.
 */
export function shouldStrike(fault: Fault, randomFor: RandomFor, count: number): boolean {
  return count === 1 || randomFor(fault, count).chance(1 / 3)
}

/** What a proxy in front of the service says when the service doesn't: HTML, whatever was asked for. */
export function replyWithServerError(randomFor: RandomFor, count: number): HttpReply {
  const [status, words] = randomFor('server error', count).pick([
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

/** The live code; its status is not known. */
export const refuseForMaintenance = () =>
  new Refusal(503, errorCodes.maintenance, 'The service is being looked after and will be back soon')

/** Where a page begins when items move between pages: a few places off, so that some repeat and some are never seen. */
export function shiftPage(start: number, pageNumber: number, randomFor: RandomFor): number {
  return pageNumber === 1
    ? start
    : Math.max(0, start + randomFor('moving pages', pageNumber).pick([-3, -2, 2, 3]))
}
