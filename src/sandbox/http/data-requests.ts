/** Serves the endpoints of the data API: authorization, validation, and the records of a page. */
import {
  type Catalogue,
  type Endpoint,
  formatsOf,
  paramsOf,
  pathNames,
  typeOf,
  type Value,
  type Values,
} from '../../api/endpoint.ts'
import { errorCodes, extraParameters, firstPage } from '../../api/gaps.ts'
import { parseValue, parseWhole } from '../../api/values.ts'
import { apiPrefix } from '../../api/wire/request.ts'
import { KivaError } from '../../core/errors.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { countHidden, type PageFaults, pageFaultsOf } from '../faults.ts'
import type { HandlerContext, RecordList } from '../handlers/handler.ts'
import type { Document } from '../html/write-html.ts'
import type { Account } from '../marketplace/model.ts'
import type { Site } from '../site.ts'
import { badParameter, Refusal, requireGet } from './refusal.ts'
import { type Headers, replyWithDocument } from './reply.ts'
import type { Match, Route } from './router.ts'

export interface DataService {
  readonly catalogue: Catalogue
  /** Returns the records of an endpoint, in order. Throws a `Refusal` where it has none. */
  readonly list: (endpoint: Endpoint, values: Values, context: HandlerContext) => RecordList
  /** Returns the time in the marketplace, in milliseconds since the epoch. */
  readonly now: () => number
  /** Called for each full record that is generated. */
  readonly onRecord?: () => void
  readonly authorize: Authorize | undefined
  readonly site: Site
}

/**
 * Returns the account of the user who authorized a request. Throws a `Refusal` if the request is not
 * authorized.
 */
export type Authorize = (request: HttpRequest) => Promise<{ readonly account: Account }>

/** Returns a route for each endpoint of the catalogue. */
export function createDataRoutes(service: DataService): readonly Route[] {
  return Object.values(service.catalogue)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .map((endpoint) => ({
      path: apiPrefix + endpoint.path,
      formats: formatsOf(endpoint),
      answer: (request, match) => serveEndpoint(service, endpoint, request, match),
    }))
}

async function serveEndpoint(
  service: DataService,
  endpoint: Endpoint,
  request: HttpRequest,
  match: Match,
): Promise<HttpReply> {
  requireGet(request)
  const user = endpoint.auth ? await authorize(service, request) : undefined
  const document = await writeRecords(service, endpoint, readQuery(endpoint, match), match, user?.account)
  // Caches must not store one user's private data.
  const headers: Headers = endpoint.auth ? { 'cache-control': 'no-store' } : {}
  return replyWithDocument(document, match.format, match.url, service.site, headers)
}

function authorize(service: DataService, request: HttpRequest) {
  if (service.authorize) return service.authorize(request)
  throw new Refusal(401, errorCodes.credentials, 'This needs a request signed for an authorized user')
}

async function writeRecords(
  service: DataService,
  endpoint: Endpoint,
  query: Query,
  { url, activeFaults }: Match,
  account: Account | undefined,
): Promise<Document> {
  const context = { catalogue: service.catalogue, origin: url.origin, account, now: service.now() }
  const all = service.list(endpoint, query.values, context)
  const hidden = endpoint.paged ? countHidden(all.total, activeFaults) : 0
  const { from, to, paging } = endpoint.paged
    ? findWindow(all.total - hidden, query, pageFaultsOf(activeFaults))
    : { from: 0, to: all.total, paging: undefined }
  const hostile = activeFaults.has('hostile-text') ? await import('../hostile.ts') : undefined
  const recordAt = (at: number): Json => {
    if (query.idsOnly) return all.id(at)
    service.onRecord?.()
    const record = all.record(at)
    return hostile?.spoilRecord(endpoint.returns, record, activeFaults.randomFor, at) ?? record
  }
  const records = Array.from({ length: to - from }, (_, nth) => recordAt(hidden + from + nth))
  const shownPaging = activeFaults.has('missing-paging') ? undefined : paging
  const { key, single } = typeOf(endpoint)
  const content = single ? (records[0] ?? {}) : records
  const tree: JsonObject = { ...(shownPaging && { paging: shownPaging }), [key]: content }
  return { title: endpoint.brief, tree, endpoint }
}

/** The parameters of a request, validated against the endpoint's catalogue entry. */
interface Query {
  readonly values: Values
  readonly page: number
  readonly size: number
  /** Return ids instead of records. */
  readonly idsOnly: boolean
}

const { per_page, ids_only } = extraParameters

/**
 * Returns the values of a request and its page. Unknown parameters are ignored, as on the live service. Throws a
 * `Refusal` with status 400 for an unlisted value, an invalid number, or too many ids.
 */
function readQuery(endpoint: Endpoint, { inPath, url }: Pick<Match, 'inPath' | 'url'>): Query {
  const searchParams = url.searchParams
  const values: Record<string, Value> = {}
  const pathParams = pathNames(endpoint)
  for (const [name, param] of Object.entries(paramsOf(endpoint))) {
    const texts = pathParams.includes(name) ? [inPath[name] ?? ''] : searchParams.getAll(name)
    if (pathParams.includes(name) || texts.some((text) => text.trim() !== ''))
      values[name] = checked(() => parseValue(name, param, texts))
  }
  checkLength(endpoint, values)
  const page = values['page']
  return {
    values,
    page: typeof page === 'number' ? page : firstPage,
    size: readSize(endpoint, searchParams),
    idsOnly:
      ids_only.paths.includes(endpoint.path) && ['true', '1'].includes(searchParams.get('ids_only') ?? ''),
  }
}

function readSize(endpoint: Endpoint, searchParams: URLSearchParams): number {
  const defaultSize = typeOf(endpoint).pageSize ?? 20
  const perPage = searchParams.get('per_page')
  if (perPage === null || !per_page.paths.includes(endpoint.path)) return defaultSize
  return Math.min(
    per_page.max,
    checked(() => parseWhole('per_page', perPage)),
  )
}

function checkLength(endpoint: Endpoint, values: Values): void {
  const maxIds = typeOf(endpoint).maxIds
  for (const name of pathNames(endpoint)) {
    const value = values[name]
    if (maxIds !== undefined && Array.isArray(value) && value.length > maxIds)
      throw badParameter(`${name} takes at most ${maxIds} values, not ${value.length}`)
  }
}

/** Turns usage errors into refusals. A long value is truncated in the message. */
function checked<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof KivaError) || error.kind !== 'usage') throw error
    const message = error.message.replace(/"(.{100}).*"/s, (_, start: string) => `"${start.toWellFormed()}…"`)
    throw badParameter([message, error.hint].filter(Boolean).join('. '))
  }
}

/** The positions of a list that a page shows. */
interface PageWindow {
  readonly from: number
  /** The position after the last one on the page. */
  readonly to: number
  readonly paging: Readonly<Record<'page' | 'total' | 'page_size' | 'pages', number>>
}

/** Returns the positions of a page. Past the end of the list, the page is empty. */
function findWindow(total: number, { page, size }: Query, faults: PageFaults): PageWindow {
  const pages = Math.ceil(total / size)
  const shown = faults.shown(page, pages)
  const from = Math.min(total, faults.shifted((shown - 1) * size, shown))
  return {
    from,
    to: Math.min(total, from + size),
    paging: { page: shown, total, page_size: size, pages },
  }
}
