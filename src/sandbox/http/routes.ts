/** The routes besides the data API and the index page: the OpenAPI document, pictures, and authorization. */
import type { Catalogue } from '../../api/endpoint.ts'
import { suffix } from '../../api/gaps.ts'
import { apiPrefix, encode } from '../../api/wire/request.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import type { MirrorFacts } from '../document.ts'
import type { Marketplace } from '../marketplace/model.ts'
import { providerPaths } from '../oauth/provider-paths.ts'
import { noSuchPath, requireGet } from './refusal.ts'
import { redirectTo, replyWithText } from './reply.ts'
import type { Match, Route } from './router.ts'

/** Path of the OpenAPI document. */
export const openApiPath = '/openapi.json'

/**
 * Returns the route of the OpenAPI document. The code that writes the document is loaded with the first
 * request.
 */
export function createOpenApiRoute(catalogue: Catalogue, mirror?: MirrorFacts): Route {
  return { path: openApiPath, answer: (request, match) => serveOpenApi(catalogue, mirror, request, match) }
}

async function serveOpenApi(
  catalogue: Catalogue,
  mirror: MirrorFacts | undefined,
  request: HttpRequest,
  { url }: Match,
): Promise<HttpReply> {
  requireGet(request)
  const { openApiOf } = await import('../openapi.ts')
  return replyWithText(
    200,
    'application/json',
    JSON.stringify(openApiOf(catalogue, url.origin, mirror), undefined, 2),
  )
}

/**
 * Returns the pages of the website that records link to: where one would lend, and what the API says of a lender or a
 * team.
 */
export function createSiteRoutes(market: Marketplace): readonly Route[] {
  return [
    { path: '/lend/:id', answer: (request, match) => serveLendPage(market, request, match) },
    ...Object.entries(documentsInstead).map(
      ([path, document]): Route => ({
        path: `${path}/:id`,
        answer: (request, { inPath }) => {
          requireGet(request)
          return redirectTo(`${apiPrefix}${document}/${encode(inPath['id'] ?? '')}${suffix.html}`)
        },
      }),
    ),
  ]
}

const documentsInstead = { '/lender': '/lenders', '/team': '/teams/using_shortname' } as const

async function serveLendPage(
  market: Marketplace,
  request: HttpRequest,
  { url, inPath }: Match,
): Promise<HttpReply> {
  requireGet(request)
  const [{ writeLendPage }, { findLoanRecord }] = await Promise.all([
    import('../html/write-lend-page.ts'),
    import('../handlers/loans.ts'),
  ])
  const loan = findLoanRecord(market, inPath['id'] ?? '')
  if (!loan) throw noSuchPath(url.pathname)
  const { headers, text } = writeLendPage(loan)
  return replyWithText(200, 'text/html', text, headers)
}

/** Returns the template of picture addresses, for `/templates/images`. */
export const pictureTemplate = (origin: string) => `${origin}/img/<size>/<id>.jpg`

/** Serves every picture that a record refers to. The drawing code is loaded with the first request. */
export const pictureRoute: Route = { path: '/img/:size/:file', answer: servePicture }

async function servePicture({ method }: HttpRequest, { url, inPath }: Match): Promise<HttpReply> {
  const [, id] = /^(\d{1,12})\.jpg$/.exec(inPath['file'] ?? '') ?? []
  const { drawPicture, sizeOf } = await import('../draw-picture.ts')
  const size = sizeOf(inPath['size'] ?? '')
  if (id === undefined || !size || (method !== 'GET' && method !== 'HEAD')) throw noSuchPath(url.pathname)
  const headers = { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' }
  return { status: 200, headers, body: drawPicture(Number(id), size) }
}

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
