/** The whole service as one function from request to reply (design §3). No sockets, no clock of its own. */

import { type Catalogue, catalogue as wholeCatalogue } from '../commands/index.ts'
import type { HttpReply, HttpRequest, Serve } from '../context.ts'
import type { Account } from './handlers/handler.ts'
import type { AnyHandler } from './handlers/index.ts'
import { type DataService, serveData } from './http/data-requests.ts'
import { type Fault, replyWithServerError, shouldStrike, slowness } from './http/faults.ts'
import { createLimiter } from './http/limiter.ts'
import { servePicture } from './http/picture-requests.ts'
import { noSuchPath } from './http/refusal.ts'
import { replyWithRefusal } from './http/reply.ts'
import { createRouter, readDataPath } from './http/router.ts'
import type { Marketplace } from './marketplace/model.ts'
import { openMarketplace } from './marketplace/open-marketplace.ts'

export interface SandboxOptions {
  /** What is served; the tool's own when left out. */
  readonly catalogue?: Catalogue
  /** Answers by path for endpoints that only this catalogue has; without one they find nothing. */
  readonly answers?: Readonly<Record<string, AnyHandler>>
  /** 1 when left out. */
  readonly seed?: number
  /** Number of loans; 2000 when left out. Lenders, teams and journal entries grow with it. */
  readonly loans?: number
  readonly faults?: readonly Fault[]
  /** Milliseconds since the epoch. The marketplace is that of the day of opening, for as long as it is open. */
  readonly now: () => number
  /** Refuse what is above the rate limits. Off when left out, but for the fault `rate-limit`. */
  readonly rateLimit?: boolean
  /** Waits so many milliseconds; without it the fault `slow` does nothing. */
  readonly sleep?: (milliseconds: number) => Promise<void>
  /** Guards endpoints that need an authorized user: throws `Refusal`. Without it nobody is. */
  readonly authorize?: (request: HttpRequest) => Promise<{ readonly account: Account }>
  /** Gets every request that is neither for `/v1` nor for a picture. */
  readonly serveOther?: (request: HttpRequest) => Promise<HttpReply | undefined>
}

export interface Sandbox {
  readonly handle: Serve
  readonly market: Marketplace
  /** How many whole records have been made so far. */
  made(): number
}

/** Opens a sandbox. The same seed, loans, faults, day and sequence of requests give the same replies. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { now, catalogue = wholeCatalogue, seed = 1, loans = 2000 } = options
  const faults = new Set<Fault>(options.faults)
  const market = openMarketplace(seed, loans, now())
  let requests = 0
  let records = 0
  const service: DataService = {
    options: { ...options, catalogue },
    market,
    route: createRouter(catalogue),
    limiter: createLimiter(options.rateLimit ?? faults.has('rate-limit'), now),
    faults,
    onRecord: () => {
      records += 1
    },
  }

  const handle: Serve = async (request) => {
    if (!URL.canParse(request.url)) return { status: 400, headers: {}, body: new Uint8Array() }
    const url = new URL(request.url)
    const place = readDataPath(url.pathname)
    if (!place) return dated(await serveElsewhere(request, url))
    const count = ++requests
    const strike = (fault: Fault) => faults.has(fault) && shouldStrike(fault, market.randomFor, count)
    if (faults.has('slow')) await options.sleep?.(slowness)
    if (strike('server-error')) return dated(replyWithServerError(market.randomFor, count))
    const reply = dated(await serveData(service, request, place, url))
    return strike('cut') ? { ...reply, cutAfter: Math.floor(reply.body.length / 2) } : reply
  }
  const serveElsewhere = async (request: HttpRequest, url: URL): Promise<HttpReply> =>
    (await servePicture(request, url)) ??
    (await options.serveOther?.(request)) ??
    replyWithRefusal(noSuchPath(url.pathname), 'html', url, {})
  const dated = (reply: HttpReply): HttpReply => ({
    ...reply,
    headers: { date: new Date(now()).toUTCString(), ...reply.headers },
  })

  return { handle, market, made: () => records }
}
