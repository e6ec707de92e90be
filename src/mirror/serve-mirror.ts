/** `kiva sandbox --mirror`: the mirror as a server answers it, with the pages around the data API. */
import type { Catalogue } from '../api/endpoint.ts'
import { liveOrigins, sandboxOrigin } from '../api/origins.ts'
import type { World } from '../core/context.ts'
import type { Serve } from '../core/http.ts'
import { createIndexRoute } from '../sandbox/http/index-route.ts'
import { requireGet } from '../sandbox/http/refusal.ts'
import { redirectTo } from '../sandbox/http/reply.ts'
import type { Route } from '../sandbox/http/router.ts'
import { createOpenApiRoute } from '../sandbox/http/routes.ts'
import { providerPaths } from '../sandbox/oauth/provider-paths.ts'
import { createMirror, noMirrorOf } from './open-mirror.ts'
import { readStore, storeName } from './store.ts'

interface MirrorServer {
  readonly handle: Serve
  /** The origin of the service that the records are of. `undefined` if there are none. */
  readonly origin: string | undefined
  readonly loans: number
  close(): void
}

/**
 * Opens the mirror for a server. Its index page and its OpenAPI document have the endpoints that it answers. Throws
 * `KivaError` of kind `config` if there is no store.
 */
export async function openMirrorServer(
  world: Pick<World, 'database' | 'now'>,
  catalogue: Catalogue,
): Promise<MirrorServer> {
  const store = readStore(await world.database(storeName))
  const origin = store.origin()
  const handle = createMirror(store, catalogue, world.now, (mirror) => {
    const served = Object.fromEntries(
      Object.entries(catalogue).flatMap(([name, resource]) => {
        const endpoints = Object.entries(resource.endpoints).filter(([, { path }]) => mirror.has(path))
        return endpoints.length > 0
          ? [[name, { ...resource, endpoints: Object.fromEntries(endpoints) }] as const]
          : []
      }),
    )
    const lacking = ['/img/:size/:file', ...providerPaths].map(
      (path): Route => ({
        path,
        answer: () => {
          throw noMirrorOf(path.startsWith('/img/') ? 'pictures' : 'logins')
        },
      }),
    )
    return [
      createIndexRoute(served, mirror),
      createOpenApiRoute(served, mirror),
      ...siteRoutes(origin),
      ...lacking,
    ]
  })
  const loans = Number(store.database.prepare('SELECT count(*) FROM loans').get()?.[0] ?? 0)
  return { handle, origin, loans, close: () => store.close() }
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
