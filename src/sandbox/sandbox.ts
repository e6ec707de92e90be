/**
 * The whole service as one function from request to reply. It opens no sockets, and its caller provides the
 * clock.
 *
 * In this folder, `marketplace/` makes data from a seed, `handlers/` answers endpoints, `html/` writes pages, `faults.ts` makes requests fail when asked to, `oauth/` is the OAuth server, `http/` serves all of it. The same seed,
 * clock and requests give the same bytes.
 */
import { type Catalogue, typeOf } from '../api/endpoint.ts'
import type { Fault } from '../commands/actions/sandbox.ts'
import type { HttpRequest, Serve } from '../core/http.ts'
import { day as dayLength } from '../core/time.ts'
import { planFaults } from './faults.ts'
import { type AnyHandler, findHandler, listByType } from './handlers/index.ts'
import type { Authorize, DataService } from './http/data-requests.ts'
import { createLimiter } from './http/limiter.ts'
import type { Route } from './http/router.ts'
import { createIndexRoutes, createSiteRoutes, pictureRoute } from './http/routes.ts'
import { createService } from './http/service.ts'
import type { Marketplace } from './marketplace/model.ts'
import { openMarketplace } from './marketplace/open-marketplace.ts'
import { seedRandom } from './marketplace/random.ts'
import { sandboxSite } from './site.ts'

/** The default seed of a marketplace. */
export const defaultSeed = 1

export interface SandboxOptions {
  /** The endpoints to serve. An endpoint without a handler returns records of its type, unfiltered. */
  readonly catalogue: Catalogue
  /** Handlers by path. They override the sandbox's own. */
  readonly handlers?: Readonly<Record<string, AnyHandler>>
  /** Routes in addition to the data API, such as those for authorization. */
  readonly routes?: readonly Route[]
  /** Default: {@link defaultSeed}. */
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
  /**
   * Days to move the marketplace on: the same ids, seen so many days later. The clock of the data API moves
   * too, that of OAuth stays. Default: 0.
   */
  readonly day?: number
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

const isSigned = ({ url, headers }: HttpRequest) =>
  /^OAuth\b/i.test(headers['authorization'] ?? '') || url.includes('oauth_signature=')

/** Opens a sandbox. The same seed, loans, faults, day and sequence of requests give the same replies. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { catalogue, seed = defaultSeed, loans = 2000, day = 0 } = options
  const now = () => options.now() + day * dayLength
  const { faults = [], faultSeed = seed } = options
  const market = openMarketplace({ seed, size: loans, now: options.now(), day })
  // Without a probability, `rate-limit` refuses no requests at random: it turns on the rate limits.
  const requestFaults = faults.filter((fault) => fault !== 'rate-limit')
  let records = 0
  const handle = createService({
    site: sandboxSite,
    catalogue,
    list: listFrom(market, options.handlers ?? {}),
    now,
    clock: options.now,
    limiter: createLimiter(options.rateLimit ?? faults.includes('rate-limit'), options.now),
    authorize: options.authorize,
    onRecord: () => {
      records += 1
    },
    nextFaults: planFaults(requestFaults, seedRandom(faultSeed)),
    sleep: options.sleep,
    routes: [
      ...createIndexRoutes(catalogue, sandboxSite),
      pictureRoute,
      ...createSiteRoutes(market),
      ...(options.routes ?? []),
    ],
  })
  return {
    handle: async (request) => {
      const reply = await handle(request)
      // A client whose signature is refused corrects its clock by this header.
      const date = reply.status === 401 || isSigned(request) ? options.now() : now()
      return { ...reply, headers: { date: new Date(date).toUTCString(), ...reply.headers } }
    },
    market,
    made: () => records,
  }
}

/** Returns the records of the marketplace: from the handler of a path, else the first page of all records of its type. */
function listFrom(market: Marketplace, own: Readonly<Record<string, AnyHandler>>): DataService['list'] {
  return (endpoint, values, context) => {
    const handler = own[endpoint.path] ?? findHandler(endpoint.path)
    // The values were validated against the endpoint's own entry, which also defines the handler's type.
    const all = (handler ?? listByType[endpoint.returns])(market, values as never, context)
    return handler || endpoint.paged
      ? all
      : { ...all, total: Math.min(all.total, typeOf(endpoint).pageSize ?? 20) }
  }
}
