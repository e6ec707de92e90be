import type { Catalogue } from '../../api/endpoint.ts'
import { errorCodes } from '../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import { Refusal } from './refusal.ts'
import type { Match, Route } from './router.ts'

/** Path of the OpenAPI document. */
export const openApiPath = '/openapi.json'

/**
 * Returns the route of the OpenAPI document. The code that writes the document is loaded with the first
 * request.
 */
export function createOpenApiRoute(catalogue: Catalogue): Route {
  return { path: openApiPath, answer: (request, match) => serveOpenApi(catalogue, request, match) }
}

async function serveOpenApi(
  catalogue: Catalogue,
  { method }: HttpRequest,
  { url }: Match,
): Promise<HttpReply> {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Refusal(405, errorCodes.method, `${method} is not possible here`, { allow: 'GET, HEAD' })
  const { openApiOf } = await import('../openapi/openapi.ts')
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: new TextEncoder().encode(JSON.stringify(openApiOf(catalogue, url.origin), undefined, 2)),
  }
}
