import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import { providerPaths } from '../oauth/provider-paths.ts'
import { noSuchPath } from './refusal.ts'
import type { Route } from './router.ts'

/**
 * Returns the authorization paths as routes of the sandbox. `handle` can load the provider with the first
 * request.
 */
export function createProviderRoutes(
  handle: (request: HttpRequest) => Promise<HttpReply | undefined>,
): readonly Route[] {
  return providerPaths.map((path) => ({
    path,
    answer: async (request, { url }) => {
      const reply = await handle(request)
      if (!reply) throw noSuchPath(url.pathname)
      return reply
    },
  }))
}
