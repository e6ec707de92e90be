/** The route of the index page. */
import type { Catalogue } from '../../api/endpoint.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import type { MirrorFacts } from '../document.ts'
import { requireGet } from './refusal.ts'
import { redirectTo, replyWithText } from './reply.ts'
import type { Match, Route } from './router.ts'

/**
 * `/`: lists all endpoints, with forms to try them. Without scripts, a form cannot put an id into a path. So
 * the form submits to this page, which redirects to the address of the endpoint.
 */
export function createIndexRoute(catalogue: Catalogue, mirror?: MirrorFacts): Route {
  return { path: '/', answer: (request, match) => serveIndex(catalogue, mirror, request, match) }
}

async function serveIndex(
  catalogue: Catalogue,
  mirror: MirrorFacts | undefined,
  request: HttpRequest,
  { url }: Match,
): Promise<HttpReply> {
  requireGet(request)
  const { readTrial, writeIndex } = await import('../html/write-index.ts')
  const location = readTrial(catalogue, url.searchParams)
  if (location !== undefined) return redirectTo(location)
  const { headers, text } = writeIndex(catalogue, mirror)
  return replyWithText(200, 'text/html', text, headers)
}
