/** The whole service as one function from request to reply. No sockets, no clock of its own. */
import type { Catalogue } from '../api/endpoint.ts'
import type { Fault } from '../commands/actions/fault-names.ts'
import type { HttpReply, HttpRequest, Serve, Served } from '../ports/http.ts'
import { planStrikes, type Strikes } from './faults/strikes.ts'
import { replyWithServerError, slowness } from './faults/trouble.ts'
import type { AnyHandler } from './handlers/index.ts'
import {
  type Authorize,
  createDataRoutes,
  type DataService,
  isDataPath,
  limitRequest,
} from './http/data-requests.ts'
import { createIndexRoute } from './http/index-page.ts'
import { createLimiter } from './http/limiter.ts'
import { createOpenApiRoute } from './http/openapi-route.ts'
import { pictureRoute } from './http/picture-requests.ts'
import { noSuchPath, Refusal } from './http/refusal.ts'
import { replyWithRefusal } from './http/reply.ts'
import { createRouter, type Route, splitSuffix } from './http/router.ts'
import type { Marketplace } from './marketplace/model.ts'
import { openMarketplace } from './marketplace/open-marketplace.ts'
import { seedRandom } from './marketplace/random.ts'

/** Of a marketplace, where nobody chooses another. */
export const usualSeed = 1

export interface SandboxOptions {
  /** What is served. An endpoint without a handler answers with records of its type, unfiltered. */
  readonly catalogue: Catalogue
  /** By path, in place of the sandbox's own. */
  readonly handlers?: Readonly<Record<string, AnyHandler>>
  /** Addresses beside the data: those of authorization. */
  readonly routes?: readonly Route[]
  /** {@link usualSeed} when left out. */
  readonly seed?: number
  /** Number of loans; 2000 when left out. Lenders, teams and journal entries grow with it. */
  readonly loans?: number
  /** Those that concern authorization, or the server itself, mean nothing here (docs/faults.md). */
  readonly faults?: readonly Fault[]
  /** Decides whom faults strike; `seed` when left out. */
  readonly faultSeed?: number
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
  const { catalogue, now, seed = usualSeed, loans = 2000 } = options
  const { faults = [], faultSeed = seed } = options
  const market = openMarketplace(seed, loans, now())
  // Without a share this one strikes nobody: it enforces the limits.
  const striking = faults.filter((fault) => fault !== 'rate-limit')
  const nextStrikes = planStrikes(striking, seedRandom(faultSeed))
  const noStrikes = planStrikes([], market.randomFor)()
  let records = 0
  const service: DataService = {
    catalogue,
    market,
    now,
    limiter: createLimiter(options.rateLimit ?? faults.includes('rate-limit'), now),
    handlers: options.handlers ?? {},
    authorize: options.authorize,
    onRecord: () => {
      records += 1
    },
  }
  const findRoute = createRouter([
    createIndexRoute(catalogue),
    createOpenApiRoute(catalogue),
    ...createDataRoutes(service),
    pictureRoute,
    ...(options.routes ?? []),
  ])

  const answer = (request: HttpRequest, url: URL, strikes: Strikes): Promise<HttpReply> | HttpReply => {
    const found = findRoute(url.pathname)
    if (!found) throw noSuchPath(url.pathname)
    return found.route.answer(request, {
      url,
      strikes,
      format: splitSuffix(url.pathname).format,
      inPath: found.inPath,
    })
  }
  const serveData = async (request: HttpRequest, url: URL): Promise<Served> => {
    const strikes = nextStrikes()
    if (strikes.has('slow')) await options.sleep?.(slowness)
    if (strikes.has('reset')) return { status: 200, headers: {}, body: new Uint8Array(), reset: true }
    if (strikes.has('server-error')) return replyWithServerError(strikes)
    const reply = await limitRequest(service, url, strikes, () => answer(request, url, strikes))
    if (strikes.names.length === 0) return reply
    return (await import('./faults/spoil-reply.ts')).spoilReply(reply, strikes)
  }
  const serveOther = async (request: HttpRequest, url: URL) => {
    try {
      return await answer(request, url, noStrikes)
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
