/** Chooses the faults of each request, and applies those of pages and of whole replies. */
import { errorCodes, rateLimit } from '../api/gaps.ts'
import type { Fault, FaultName } from '../commands/actions/sandbox.ts'
import type { HttpReply } from '../core/http.ts'
import { Refusal } from './http/refusal.ts'
import { redirectTo, replyWithText } from './http/reply.ts'
import type { RandomFor } from './marketplace/random.ts'

/** The faults of one request. */
export interface ActiveFaults {
  readonly names: readonly FaultName[]
  has(fault: FaultName): boolean
  /**
   * Returns how often a fault has been applied so far, including this request, or `undefined` if the fault is
   * not configured.
   */
  times(fault: FaultName): number | undefined
  /** Random numbers for the details of a fault. */
  readonly randomFor: RandomFor
}

/**
 * Without a probability, these faults are intermittent, so that a retry can succeed. The others apply to
 * every request.
 */
const intermittent: ReadonlySet<FaultName> = new Set([
  'server-error',
  'cut',
  'reset',
  'reset-body',
  'stale-pages',
])

/**
 * Returns a function that gives the faults of the next request. They depend on the fault, the seed and the number of the
 * request: call it once per request, in the order in which requests arrive.
 */
export function planFaults(faults: readonly Fault[], randomFor: RandomFor): () => ActiveFaults {
  const probabilities = new Map(faults.map((fault) => [nameOf(fault), probabilityOf(fault)]))
  const times = new Map([...probabilities.keys()].map((name) => [name, 0]))
  let requests = 0
  return () => {
    const count = ++requests
    const names = [...probabilities.entries()]
      .filter(([name, probability]) => isActive(name, probability, count, randomFor))
      .map(([name]) => name)
    for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
    return { names, has: (name) => names.includes(name), times: (name) => times.get(name), randomFor }
  }
}

export const nameOf = (fault: Fault) => (typeof fault === 'string' ? fault : fault.name)
const probabilityOf = (fault: Fault) => (typeof fault === 'string' ? undefined : fault.probability)

/**
 * Requests are counted from 1. An intermittent fault applies to the first request, so that a single call
 * shows it, and then to one in three.
 */
function isActive(
  name: FaultName,
  probability: number | undefined,
  count: number,
  randomFor: RandomFor,
): boolean {
  if (probability === undefined && (count === 1 || !intermittent.has(name))) return true
  return randomFor(name, count).chance(probability ?? 1 / 3)
}

/** Lists that change while they are read, and replies that hold a different page than requested. */
export interface PageFaults {
  /** Returns the number of the page to serve when `page` is requested from a list of `pages` pages. */
  readonly shown: (page: number, pages: number) => number
  /** Returns the position at which that page begins. Without the fault, it is `start`. */
  readonly shifted: (start: number, page: number) => number
}

export function pageFaultsOf(activeFaults: ActiveFaults): PageFaults {
  const last = (page: number, pages: number) =>
    activeFaults.has('repeated-pages') ? Math.min(page, Math.max(1, pages)) : page
  return {
    shown: (page, pages) => last(activeFaults.has('stale-pages') ? Math.max(1, page - 1) : page, pages),
    shifted: (start, page) =>
      activeFaults.has('moving-pages') ? shiftPage(start, page, activeFaults) : start,
  }
}

/**
 * Moves the start of a page by two or three positions, so that a client sees some records twice and misses
 * others.
 */
function shiftPage(start: number, page: number, { randomFor }: ActiveFaults): number {
  return page === 1 ? start : Math.max(0, start + randomFor('moving pages', page).pick([-3, -2, 2, 3]))
}

/**
 * Returns the number of records to hide at the head of a list. It starts at a tenth of the list and falls by
 * one with each request.
 */
export function countHidden(total: number, { times }: ActiveFaults): number {
  const requests = times('growing-list')
  return requests === undefined ? 0 : Math.max(0, Math.ceil(total / 10) - requests)
}

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
  const text = `<!doctype html>
<title>${status} ${words}</title>
<h1>${status} ${words}</h1>
<hr>
<p>proxy</p>
`
  return replyWithText(status, 'text/html', text)
}

/**
 * Redirects to the same path on a host that does not exist (RFC 2606): a client that follows it has left the
 * service.
 */
export function redirectElsewhere({ pathname, search }: URL): HttpReply {
  return redirectTo(`https://elsewhere.example${pathname}${search}`, {}, 302)
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
