/** The routes besides the data API: the index page, the OpenAPI document, pictures, pages, and authorization. */
import type { Catalogue } from '../../api/endpoint.ts'
import { suffix } from '../../api/gaps.ts'
import { apiPrefix, encode } from '../../api/wire/request.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import type { Marketplace } from '../marketplace/model.ts'
import { providerPaths } from '../oauth/provider-paths.ts'
import { openApiPath, type Site } from '../site.ts'
import { noSuchPath, requireGet } from './refusal.ts'
import { redirectTo, replyWithText } from './reply.ts'
import type { Match, Route } from './router.ts'

/**
 * `/` and `/openapi.json`: the endpoints for people, with forms to try them, and for programs. Without scripts, a form
 * cannot put an id into a path. So the form submits to `/`, which redirects to the address of the endpoint. The code that
 * writes them is loaded with the first request.
 */
export const createIndexRoutes = (catalogue: Catalogue, site: Site): readonly Route[] => [
  {
    path: '/',
    answer: async (request, { url }) => {
      requireGet(request)
      const { readTrial, writeIndex } = await import('../html/write-index.ts')
      const location = readTrial(catalogue, url.searchParams)
      if (location !== undefined) return redirectTo(location)
      const { headers, text } = writeIndex(catalogue, site)
      return replyWithText(200, 'text/html', text, headers)
    },
  },
  {
    path: openApiPath,
    answer: async (request, { url }) => {
      requireGet(request)
      const { openApiOf } = await import('../openapi.ts')
      const document = openApiOf(catalogue, url.origin, site)
      return replyWithText(200, 'application/json', JSON.stringify(document, undefined, 2))
    },
  },
]

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
