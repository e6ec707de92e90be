/** A service as one function: its routes, the rules for all paths of its data API, and its errors. */
import { apiPrefix } from '../../api/wire/request.ts'
import type { HttpReply, HttpRequest, Serve, Served } from '../../core/http.ts'
import {
  type ActiveFaults,
  planFaults,
  redirectElsewhere,
  refuseForMaintenance,
  refuseForRate,
  replyWithServerError,
  slowDelay,
} from '../faults.ts'
import { seedRandom } from '../marketplace/random.ts'
import { createDataRoutes, type DataService } from './data-requests.ts'
import type { Limiter } from './limiter.ts'
import { noSuchPath, Refusal } from './refusal.ts'
import { type Headers, replyWithRefusal } from './reply.ts'
import { createRouter, type Route, splitSuffix } from './router.ts'

interface Service extends DataService {
  /** Routes besides the data API, such as pages and authorization. */
  readonly routes?: readonly Route[]
  /** Without it, replies have no headers about rate limits. */
  readonly limiter?: Limiter
  /** Returns the real time, which clients go by, in milliseconds since the epoch. */
  readonly clock: () => number
  /** Returns the faults of the next request to the data API. Default: none. */
  readonly nextFaults?: () => ActiveFaults
  /** Waits the given number of milliseconds. Without it, the fault `slow` has no effect. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
}

/** Returns the function that answers requests. It reads the records of a reply before it first waits. */
export function createService(service: Service): Serve {
  const noFaults = planFaults([], seedRandom(0))()
  const findRoute = createRouter([...createDataRoutes(service), ...(service.routes ?? [])])
  const answer = (request: HttpRequest, url: URL, activeFaults: ActiveFaults) => {
    const found = findRoute(url.pathname)
    if (!found) throw noSuchPath(url.pathname)
    const { format } = splitSuffix(url.pathname)
    return found.route.answer(request, { url, activeFaults, format, inPath: found.inPath })
  }
  const serveData = async (request: HttpRequest, url: URL): Promise<Served> => {
    const activeFaults = service.nextFaults?.() ?? noFaults
    if (activeFaults.has('slow')) await service.sleep?.(slowDelay)
    if (activeFaults.has('reset')) return { status: 200, headers: {}, body: new Uint8Array(), reset: true }
    if (activeFaults.has('server-error')) return replyWithServerError(activeFaults)
    const reply = await limitRequest(service, url, activeFaults, () => answer(request, url, activeFaults))
    if (activeFaults.names.length === 0) return reply
    return (await import('../spoil-reply.ts')).spoilReply(reply, activeFaults)
  }
  const serveOther = async (request: HttpRequest, url: URL) => {
    try {
      return await answer(request, url, noFaults)
    } catch (error) {
      if (error instanceof Refusal) return replyWithRefusal(error, 'html', url, service.site)
      throw error
    }
  }
  return async (request) => {
    if (!URL.canParse(request.url)) return { status: 400, headers: {}, body: new Uint8Array() }
    const url = new URL(request.url)
    return isDataRequest(request) ? serveData(request, url) : serveOther(request, url)
  }
}

/** Returns whether a request is one to the data API, even if no endpoint has its path. */
export function isDataRequest({ url }: HttpRequest): boolean {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  return path === apiPrefix || path.startsWith(`${apiPrefix}/`)
}

/**
 * Applies the rules for all paths of the API, known or unknown: redirects, maintenance, and rate limits with
 * their headers.
 */
async function limitRequest(
  { limiter, clock, site }: Service,
  url: URL,
  activeFaults: ActiveFaults,
  answer: () => Promise<HttpReply> | HttpReply,
): Promise<HttpReply> {
  const { stem, format } = splitSuffix(url.pathname)
  let limits: Headers = {}
  try {
    if (activeFaults.has('redirect')) return redirectElsewhere(url)
    if (activeFaults.has('maintenance')) throw refuseForMaintenance()
    limits = limiter?.count(url.searchParams.get('app_id') || undefined, stem.endsWith('/search')) ?? {}
    if (activeFaults.has('rate-limit')) throw refuseForRate(activeFaults, clock())
    const reply = await answer()
    return { ...reply, headers: { ...limits, ...reply.headers } }
  } catch (error) {
    if (error instanceof Refusal) return replyWithRefusal(error, format, url, site, limits)
    throw error
  }
}
