/** The whole service as one function from request to reply. No sockets, no clock of its own. */
import type { Catalogue } from '../api/endpoint.ts'
import type { HttpReply, HttpRequest, Serve } from '../context.ts'
import type { AnyHandler } from './handlers/index.ts'
import {
  type Authorize,
  createDataRoutes,
  type DataService,
  isDataPath,
  limitRequest,
} from './http/data-requests.ts'
import { type Fault, replyWithServerError, shouldStrike, slowness } from './http/faults.ts'
import { createIndexRoute } from './http/index-page.ts'
import { createLimiter } from './http/limiter.ts'
import { pictureRoute } from './http/picture-requests.ts'
import { noSuchPath, Refusal } from './http/refusal.ts'
import { replyWithRefusal } from './http/reply.ts'
import { createRouter, type Route, splitSuffix } from './http/router.ts'
import type { Marketplace } from './marketplace/model.ts'
import { openMarketplace } from './marketplace/open-marketplace.ts'

export interface SandboxOptions {
  /** What is served. An endpoint without a handler answers with records of its type, unfiltered. */
  readonly catalogue: Catalogue
  /** By path, in place of the sandbox's own. */
  readonly handlers?: Readonly<Record<string, AnyHandler>>
  /** Addresses beside the data: those of authorization. */
  readonly routes?: readonly Route[]
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
  /** Guards endpoints that need an authorized user. Without it nobody is. */
  readonly authorize?: Authorize
}

export interface Sandbox {
  readonly handle: Serve
  readonly market: Marketplace
  /** How many whole records have been made so far. */
  made(): number
}

/** Opens a sandbox. The same seed, loans, faults, day and sequence of requests give the same replies. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { catalogue, now, seed = 1, loans = 2000 } = options
  const faults = new Set<Fault>(options.faults)
  const market = openMarketplace(seed, loans, now())
  let requests = 0
  let records = 0
  const service: DataService = {
    catalogue,
    market,
    faults,
    now,
    limiter: createLimiter(options.rateLimit ?? faults.has('rate-limit'), now),
    handlers: options.handlers ?? {},
    authorize: options.authorize,
    onRecord: () => {
      records += 1
    },
  }
  const findRoute = createRouter([
    createIndexRoute(catalogue),
    ...createDataRoutes(service),
    pictureRoute,
    ...(options.routes ?? []),
  ])

  const answer = (request: HttpRequest, url: URL): Promise<HttpReply> | HttpReply => {
    const found = findRoute(url.pathname)
    if (!found) throw noSuchPath(url.pathname)
    return found.route.answer(request, {
      url,
      format: splitSuffix(url.pathname).format,
      inPath: found.inPath,
    })
  }
  const serveData = async (request: HttpRequest, url: URL) => {
    const count = ++requests
    const strikes = (fault: Fault) => faults.has(fault) && shouldStrike(fault, market.randomFor, count)
    if (faults.has('slow')) await options.sleep?.(slowness)
    if (strikes('server-error')) return replyWithServerError(market.randomFor, count)
    const reply = await limitRequest(service, url, () => answer(request, url))
    return strikes('cut') ? { ...reply, cutAfter: Math.floor(reply.body.length / 2) } : reply
  }
  const serveOther = async (request: HttpRequest, url: URL) => {
    try {
      return await answer(request, url)
    } catch (error) {
      if (error instanceof Refusal) return replyWithRefusal(error, 'html', url, {})
      throw error
    }
  }
  const handle: Serve = async (request) => {
    if (!URL.canParse(request.url)) return { status: 400, headers: {}, body: new Uint8Array() }
    const url = new URL(request.url)
    const reply = isDataPath(url.pathname) ? await serveData(request, url) : await serveOther(request, url)
    return { ...reply, headers: { date: new Date(now()).toUTCString(), ...reply.headers } }
  }
  return { handle, market, made: () => records }
}
