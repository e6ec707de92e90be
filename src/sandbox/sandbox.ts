/**
 * The whole service as one function from request to reply. It opens no sockets, and its caller provides the
 * clock.
 */
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

/** The default seed of a marketplace. */
export const usualSeed = 1

export interface SandboxOptions {
  /** The endpoints to serve. An endpoint without a handler returns records of its type, unfiltered. */
  readonly catalogue: Catalogue
  /** Handlers by path. They override the sandbox's own. */
  readonly handlers?: Readonly<Record<string, AnyHandler>>
  /** Routes in addition to the data API, such as those for authorization. */
  readonly routes?: readonly Route[]
  /** Default: {@link usualSeed}. */
  readonly seed?: number
  /** Number of loans. Default: 2000. The numbers of lenders, teams and journal entries grow with it. */
  readonly loans?: number
  /** Faults to inject. Faults of authorization or of the server itself are ignored here (docs/faults.md). */
  readonly faults?: readonly Fault[]
  /** Seed that chooses the requests to which faults apply. Default: `seed`. */
  readonly faultSeed?: number
  /**
   * Returns milliseconds since the epoch. The day on which the sandbox is opened fixes the marketplace,
   * however long it stays open.
   */
  readonly now: () => number
  /** Refuse requests above the rate limits. Default: only if the fault `rate-limit` is set. */
  readonly rateLimit?: boolean
  /** Waits the given number of milliseconds. Without it, the fault `slow` has no effect. */
  readonly sleep?: (milliseconds: number) => Promise<void>
  /** Identifies the user of a request to a protected endpoint. Without it, every such request is refused. */
  readonly authorize?: Authorize
}

export interface Sandbox {
  readonly handle: Serve
  readonly market: Marketplace
  /** Number of full records generated so far. */
  made(): number
}

/** Opens a sandbox. The same seed, loans, faults, day and sequence of requests give the same replies. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { catalogue, now, seed = usualSeed, loans = 2000 } = options
  const { faults = [], faultSeed = seed } = options
  const market = openMarketplace(seed, loans, now())
  // Without a probability, `rate-limit` refuses no requests at random: it turns on the rate limits.
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
