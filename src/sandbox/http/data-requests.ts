/** The `/v1` paths: routed, limited, guarded, checked, answered and written, each in its own file. */

import { formatsOf } from '../../api/endpoint.ts'
import { errorCodes } from '../../api/gaps.ts'
import type { HttpReply, HttpRequest, Json } from '../../context.ts'
import { type Document, wrapRecords } from '../formats/document.ts'
import type { Account, RecordList } from '../handlers/handler.ts'
import { findHandler } from '../handlers/index.ts'
import type { Marketplace } from '../marketplace/model.ts'
import type { SandboxOptions } from '../sandbox.ts'
import { type Fault, refuseForMaintenance, shiftPage } from './faults.ts'
import { spoilRecord } from './hostile.ts'
import type { Limiter } from './limiter.ts'
import { findWindow } from './page-window.ts'
import { type Query, readQuery } from './query.ts'
import { noSuchPath, Refusal } from './refusal.ts'
import { type Headers, replyWithDocument, replyWithRefusal } from './reply.ts'
import type { DataPath, Route, Router } from './router.ts'

export interface DataService {
  readonly options: SandboxOptions & Required<Pick<SandboxOptions, 'catalogue'>>
  readonly market: Marketplace
  readonly route: Router
  readonly limiter: Limiter
  readonly faults: ReadonlySet<Fault>
  /** Told of each whole record that is made. */
  readonly onRecord: () => void
}

export async function serveData(
  service: DataService,
  request: HttpRequest,
  place: DataPath,
  url: URL,
): Promise<HttpReply> {
  const { segments, format } = place
  let limits: Headers = {}
  try {
    if (service.faults.has('maintenance')) throw refuseForMaintenance()
    limits = service.limiter.count(url.searchParams.get('app_id') || undefined, segments.at(-1) === 'search')
    const found = service.route(segments)
    if (!found || !formatsOf(found.endpoint).includes(format)) throw noSuchPath(url.pathname)
    onlyRead(request)
    const outcome = found.endpoint.auth ? await authorized(service, request) : undefined
    const document = documentOf(service, found, readQuery(found, url.searchParams), url, outcome?.account)
    // What is one user's alone is kept by no cache.
    const headers = outcome ? { ...limits, 'cache-control': 'no-store' } : limits
    return replyWithDocument(document, format, url, headers)
  } catch (error) {
    if (error instanceof Refusal) return replyWithRefusal(error, format, url, limits)
    throw error
  }
}

/** HEAD is answered like GET; whoever writes the reply to a socket leaves the body out and keeps its length. */
function onlyRead({ method }: HttpRequest): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Refusal(405, errorCodes.method, `${method} is not possible here`, { allow: 'GET, HEAD' })
}

function authorized({ options }: DataService, request: HttpRequest) {
  if (options.authorize) return options.authorize(request)
  throw new Refusal(401, errorCodes.credentials, 'This needs a request signed for an authorized user')
}

function documentOf(
  service: DataService,
  { endpoint }: Route,
  query: Query,
  url: URL,
  account: Account | undefined,
): Document {
  const { market, options } = service
  const answer = options.answers?.[endpoint.path] ?? findHandler(endpoint.path)
  const asked = { catalogue: options.catalogue, origin: url.origin, account }
  // The question was checked against the endpoint's own entry, which is what the answer was typed by.
  const all: RecordList = answer(market, query.values as never, asked)
  const whole = { from: 0, to: all.total, paging: undefined }
  const { from, to, paging } = endpoint.paged ? findWindow(all.total, query, pageFaults(service)) : whole
  const recordAt = (at: number): Json => {
    if (query.idsOnly) return all.id(at)
    service.onRecord()
    const record = all.record(at)
    return service.faults.has('hostile-text')
      ? spoilRecord(endpoint.returns, record, market.randomFor, at)
      : record
  }
  const records = Array.from({ length: to - from }, (_, nth) => recordAt(from + nth))
  return { title: endpoint.brief, tree: wrapRecords(endpoint.returns, records, paging) }
}

function pageFaults({ faults, market }: DataService) {
  return {
    repeated: faults.has('repeated-pages'),
    ...(faults.has('moving-pages') && {
      shift: (start: number, page: number) => shiftPage(start, page, market.randomFor),
    }),
  }
}
