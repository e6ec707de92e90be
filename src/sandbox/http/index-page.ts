import type { Catalogue } from '../../api/endpoint.ts'
import { errorCodes } from '../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import { Refusal } from './refusal.ts'
import type { Match, Route } from './router.ts'

/**
 * `/`: lists all endpoints, with forms to try them. Without scripts, a form cannot put an id into a path. So
 * the form submits to this page, which redirects to the address of the endpoint.
 */
export function createIndexRoute(catalogue: Catalogue): Route {
  return { path: '/', answer: (request, match) => serveIndex(catalogue, request, match) }
}

async function serveIndex(catalogue: Catalogue, { method }: HttpRequest, { url }: Match): Promise<HttpReply> {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Refusal(405, errorCodes.method, `${method} is not possible here`, { allow: 'GET, HEAD' })
  const { readTrial, writeIndex } = await import('../formats/html/write-index.ts')
  const location = readTrial(catalogue, url.searchParams)
  if (location !== undefined) return { status: 303, headers: { location }, body: new Uint8Array() }
  const { headers, text } = writeIndex(catalogue)
  return { status: 200, headers, body: new TextEncoder().encode(text) }
}
