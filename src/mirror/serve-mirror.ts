/** The mirror as a function from request to reply, and its pages: `kiva sandbox --mirror` serves both. */
import { type Catalogue, paramsOf } from '../api/endpoint.ts'
import { errorCodes } from '../api/gaps.ts'
import { liveOrigins, sandboxOrigin } from '../api/origins.ts'
import type { HttpReply, HttpRequest, Serve } from '../core/http.ts'
import { requireGet } from '../sandbox/http/refusal.ts'
import { redirectTo, replyWithRefusal } from '../sandbox/http/reply.ts'
import type { Route } from '../sandbox/http/router.ts'
import { createIndexRoutes } from '../sandbox/http/routes.ts'
import { createService, isDataRequest } from '../sandbox/http/service.ts'
import { providerPaths } from '../sandbox/oauth/provider-paths.ts'
import type { Site } from '../sandbox/site.ts'
import { noMirrorOf, openLists } from './lists.ts'
import { type MigrationPorts, openStoreFile } from './migrate.ts'
import { readStore, type Store } from './store.ts'

interface MirrorServer {
  readonly handle: Serve
  /** The origin of the service that the records are of. `undefined` if there are none. */
  readonly origin: string | undefined
  readonly loans: number
  close(): void
}

/** Opens the mirror for a server. Throws `KivaError` of kind `config` if there is no store. */
export async function openMirrorServer(
  world: MigrationPorts & { readonly now: () => number },
  catalogue: Catalogue,
): Promise<MirrorServer> {
  const store = readStore(await openStoreFile(world))
  const loans = Number(store.database.prepare('SELECT count(*) FROM loans').get()?.[0] ?? 0)
  const handle = createMirror(store, catalogue, world.now)
  return { handle, origin: store.origin(), loans, close: () => store.close() }
}

/**
 * Returns the mirror of a store as a function from request to reply. What is not mirrored has status 501. Its index page
 * and its OpenAPI document have the endpoints that it answers.
 */
export function createMirror(
  store: Store,
  catalogue: Catalogue,
  now: () => number,
): (request: HttpRequest) => Promise<HttpReply> {
  /** When the oldest record of the reply in the making was read. */
  let oldest: string | undefined
  const { list, has } = openLists(store, (readAt) => {
    if (oldest === undefined || readAt < oldest) oldest = readAt
  })
  const site = siteOf(store, has)
  const served = Object.fromEntries(
    Object.entries(catalogue).flatMap(([name, resource]) => {
      const endpoints = Object.entries(resource.endpoints).filter(([, { path }]) => has(path))
      return endpoints.length > 0
        ? [[name, { ...resource, endpoints: Object.fromEntries(endpoints) }] as const]
        : []
    }),
  )
  const handle = createService({
    site,
    catalogue,
    list,
    now,
    clock: now,
    authorize: () => {
      throw noMirrorOf('what needs a login')
    },
    routes: [...createIndexRoutes(served, site), ...siteRoutes(store.origin()), ...missingRoutes(site)],
  })
  return async (request) => {
    if (!isDataRequest(request)) return handle(request)
    oldest = undefined
    const pending = handle(request)
    // The records are read before the first wait, so that requests at the same time do not mix their ages.
    const readAt = oldest === undefined ? now() : Date.parse(oldest)
    const cacheAge = Math.max(0, now() - readAt)
    const reply = await pending
    // The age of the reply is that of its oldest record: values that depend on the time are as of then.
    const headers = { date: new Date(readAt).toUTCString(), age: String(Math.floor(cacheAge / 1000)) }
    return { ...reply, headers: { ...reply.headers, ...headers }, cacheAge }
  }
}

/** Returns what the pages say. A pull of another run can change it. */
function siteOf(store: Store, has: (path: string) => boolean): Site {
  const about = () => {
    const origin = store.origin()
    if (origin === undefined) return 'It has no loans yet'
    return origin === sandboxOrigin ? 'Loans of the sandbox (made up)' : `Loans of ${origin}`
  }
  return {
    name: 'mirror',
    get about() {
      return about()
    },
    get intro() {
      return `The endpoints of the API that the mirror answers. ${about()}.`
    },
    get description() {
      return `${about()}. No login, and no rate limits. Other paths of the data API answer with status 501.`
    },
    isLimited: false,
    refusals: (endpoint) =>
      'region' in paramsOf(endpoint)
        ? { 501: `The mirror lacks the field partners, which know the regions: ${errorCodes.notMirrored}.` }
        : {},
    has,
  }
}

/** Leads the addresses of pages, which clients open in a browser, to the website of the service. */
const siteRoutes = (origin: string | undefined): readonly Route[] =>
  ['/lend/:id', '/lender/:id', '/team/:id'].map((path) => ({
    path,
    answer: (request, { url }) => {
      requireGet(request)
      if (origin === undefined || origin === sandboxOrigin) throw noMirrorOf('pages of the website')
      return redirectTo((origin === liveOrigins.api ? liveOrigins.auth : origin) + url.pathname)
    },
  }))

const missingRoutes = (site: Site): readonly Route[] =>
  ['/img/:size/:file', ...providerPaths].map((path) => ({
    path,
    answer: (_, { url }) => {
      const refusal = noMirrorOf(path.startsWith('/img/') ? 'pictures' : 'logins')
      // The documented addresses of token calls have no suffix, and answer programs.
      if (/_token(?:\.json)?$/.test(path)) return replyWithRefusal(refusal, 'json', url, site)
      throw refusal
    },
  }))
