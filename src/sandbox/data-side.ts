/** The `/v1` paths: routed, limited, guarded, checked, answered and written, each in its own file. */
import { formatsOf } from '../api/endpoint.ts'
import { errorCodes } from '../api/gaps.ts'
import type { HttpReply, HttpRequest, Json } from '../context.ts'
import type { Account, Found } from './answers/answer.ts'
import { answerTo } from './answers/index.ts'
import { type Document, wrapped } from './documents/document.ts'
import { type Fault, maintenance, shifted } from './faults.ts'
import { hostile } from './hostile.ts'
import type { Limiter } from './limiter.ts'
import { pageOf } from './paged.ts'
import { type Question, questionOf } from './question.ts'
import { noSuchPath, Refusal } from './refusal.ts'
import { documentReply, type Headers, refusalReply } from './reply.ts'
import type { Place, Route, Router } from './router.ts'
import type { SandboxOptions } from './sandbox.ts'
import type { Marketplace } from './world/marketplace.ts'

export interface DataSide {
  readonly options: SandboxOptions & Required<Pick<SandboxOptions, 'catalogue'>>
  readonly market: Marketplace
  readonly route: Router
  readonly limiter: Limiter
  readonly faults: ReadonlySet<Fault>
  /** Told of each whole record that is made. */
  readonly onRecord: () => void
}

export async function serveData(
  side: DataSide,
  request: HttpRequest,
  place: Place,
  url: URL,
): Promise<HttpReply> {
  const { segments, format } = place
  let limits: Headers = {}
  try {
    if (side.faults.has('maintenance')) throw maintenance()
    limits = side.limiter.count(url.searchParams.get('app_id') || undefined, segments.at(-1) === 'search')
    const found = side.route(segments)
    if (!found || !formatsOf(found.endpoint).includes(format)) throw noSuchPath(url.pathname)
    onlyRead(request)
    const outcome = found.endpoint.auth ? await authorized(side, request) : undefined
    if (outcome && 'status' in outcome) return { ...outcome, headers: { ...limits, ...outcome.headers } }
    const document = documentOf(side, found, questionOf(found, url.searchParams), url, outcome?.account)
    // What is one user's alone is kept by no cache.
    return documentReply(document, format, url, outcome ? { ...limits, 'cache-control': 'no-store' } : limits)
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error, format, url, limits)
    throw error
  }
}

/** HEAD is answered like GET; whoever writes the reply to a socket leaves the body out and keeps its length. */
function onlyRead({ method }: HttpRequest): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Refusal(405, errorCodes.method, `${method} is not possible here`, { allow: 'GET, HEAD' })
}

function authorized({ options }: DataSide, request: HttpRequest) {
  if (options.authorize) return options.authorize(request)
  throw new Refusal(401, errorCodes.credentials, 'This needs a request signed for an authorized user')
}

function documentOf(
  side: DataSide,
  { endpoint }: Route,
  question: Question,
  url: URL,
  account: Account | undefined,
): Document {
  const { market, options } = side
  const answer = options.answers?.[endpoint.path] ?? answerTo(endpoint.path)
  const asked = { catalogue: options.catalogue, origin: url.origin, account }
  // The question was checked against the endpoint's own entry, which is what the answer was typed by.
  const all: Found = answer(market, question.values as never, asked)
  const whole = { from: 0, to: all.total, paging: undefined }
  const { from, to, paging } = endpoint.paged ? pageOf(all.total, question, pageFaults(side)) : whole
  const recordAt = (at: number): Json => {
    if (question.idsOnly) return all.id(at)
    side.onRecord()
    const record = all.record(at)
    return side.faults.has('hostile-text') ? hostile(endpoint.returns, record, market.dice, at) : record
  }
  const records = Array.from({ length: to - from }, (_, nth) => recordAt(from + nth))
  return { title: endpoint.brief, tree: wrapped(endpoint.returns, records, paging) }
}

function pageFaults({ faults, market }: DataSide) {
  return {
    repeated: faults.has('repeated-pages'),
    ...(faults.has('moving-pages') && {
      shift: (start: number, page: number) => shifted(start, page, market.dice),
    }),
  }
}
