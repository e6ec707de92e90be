/** The route of the index page. */
import type { Catalogue } from '../../api/endpoint.ts'
import type { MirrorFacts } from '../document.ts'
import { requireGet } from './refusal.ts'
import { redirectTo, replyWithText } from './reply.ts'
import type { Route } from './router.ts'

/**
 * `/`: lists all endpoints, with forms to try them. Without scripts, a form cannot put an id into a path. So
 * the form submits to this page, which redirects to the address of the endpoint.
 */
export function createIndexRoute(catalogue: Catalogue, mirror?: MirrorFacts): Route {
  return {
    path: '/',
    answer: async (request, { url }) => {
      requireGet(request)
      const { readTrial, writeIndex } = await import('../html/write-index.ts')
      const location = readTrial(catalogue, url.searchParams)
      if (location !== undefined) return redirectTo(location)
      const { headers, text } = writeIndex(catalogue, mirror)
      return replyWithText(200, 'text/html', text, headers)
    },
  }
}
