/** The whole service as one function from request to reply (design §3). No sockets, no clock of its own. */
import { formatsOf, type WireFormat } from '../api/endpoint.ts'
import { errorCodes } from '../api/gaps.ts'
import type { Paging } from '../api/reply.ts'
import { type Catalogue, catalogue as wholeCatalogue } from '../commands/index.ts'
import type { HttpReply, HttpRequest, Json, JsonObject, Serve } from '../context.ts'
import type { Account, Found } from './answers/answer.ts'
import { type AnyAnswer, answerTo } from './answers/index.ts'
import { type Document, wrapped, write } from './documents/document.ts'
import { type Fault, maintenance, serverError, shifted, slowness, strikes } from './faults.ts'
import { hostile } from './hostile.ts'
import { limiterOf } from './limiter.ts'
import { type Question, questionOf } from './question.ts'
import { noSuchPath, Refusal } from './refusal.ts'
import { placeOf, type Route, routerOf } from './router.ts'
import { type Marketplace, openMarketplace } from './world/marketplace.ts'

export interface SandboxOptions {
  /** What is served; the tool's own when left out. */
  readonly catalogue?: Catalogue
  /** Answers by path for endpoints that only this catalogue has; without one they find nothing. */
  readonly answers?: Readonly<Record<string, AnyAnswer>>
  /** 1 when left out. */
  readonly seed?: number
  /** Number of loans; 2000 when left out. Lenders, teams and journal entries grow with it. */
  readonly loans?: number
  readonly faults?: readonly Fault[]
  /** Milliseconds since the epoch. The marketplace is that of the day of opening, for as long as it is open. */
  readonly now: () => number
  /** Refuse what is above the rate limits. Off when left out, but for the fault `rate-limit`. */
  readonly rateLimit?: boolean
  /** Waits so many milliseconds; without it the fault `slow` does nothing. */
  readonly sleep?: (milliseconds: number) => Promise<void>
  /** Guards endpoints that need an authorized user. Without it nobody is. */
  readonly authorize?: (request: HttpRequest) => Promise<{ readonly account: Account } | HttpReply>
  /** Gets every request that is not for `/v1`. */
  readonly serveOther?: (request: HttpRequest) => Promise<HttpReply | undefined>
}

export interface Sandbox {
  readonly handle: Serve
  readonly market: Marketplace
  /** How many whole records have been made so far. */
  made(): number
}

/** Opens a sandbox. The same seed, loans, faults, day and sequence of requests give the same replies. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { now, catalogue = wholeCatalogue, seed = 1, loans = 2000, faults = [] } = options
  const market = openMarketplace(seed, loans, now())
  const route = routerOf(catalogue)
  const limiter = limiterOf(options.rateLimit ?? faults.includes('rate-limit'), now)
  const has = new Set<Fault>(faults)
  let requests = 0
  let records = 0

  const handle: Serve = async (request) => {
    const url = new URL(request.url)
    const place = placeOf(url.pathname)
    const count = place ? ++requests : requests
    const reply = place ? await serveData(request, url, count) : await serveElsewhere(request, url)
    const dated = { ...reply, headers: { date: new Date(now()).toUTCString(), ...reply.headers } }
    if (!place || reply.body.length < 2) return dated
    const cut = has.has('cut') && strikes('cut', market.dice, count)
    return cut ? { ...dated, cutAfter: Math.floor(reply.body.length / 2) } : dated
  }

  async function serveData(request: HttpRequest, url: URL, count: number): Promise<HttpReply> {
    if (has.has('slow')) await options.sleep?.(slowness)
    if (has.has('server-error') && strikes('server-error', market.dice, count)) return serverError(market.dice, count)
    const { segments, format } = placeOf(url.pathname) ?? { segments: [], format: 'html' as const }
    let limits: Readonly<Record<string, string>> = {}
    try {
      if (has.has('maintenance')) throw maintenance()
      const app = url.searchParams.get('app_id') ?? undefined
      limits = limiter.count(app === '' ? undefined : app, segments.at(-1) === 'search')
      const found = route(segments)
      if (!found || !formatsOf(found.endpoint).includes(format)) throw noSuchPath(url.pathname)
      onlyRead(request)
      const account = found.endpoint.auth ? await authorized(request) : undefined
      if (account && 'status' in account) return { ...account, headers: { ...limits, ...account.headers } }
      const document = documentOf(found, questionOf(found, url.searchParams), url, account)
      return replyOf(200, limits, document, format, url)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusalReply(error, limits, format, url)
    }
  }

  function documentOf(found: Route, question: Question, url: URL, account: Account | undefined): Document {
    const { endpoint } = found
    const answer = options.answers?.[endpoint.path] ?? answerTo(endpoint.path)
    const all = answer(market, question.values as never, { catalogue, origin: url.origin, account })
    const { from, to, paging } = endpoint.paged ? pageOf(all, question) : { from: 0, to: all.total, paging: undefined }
    const taken: Json[] = []
    for (let at = from; at < to; at++) taken.push(question.idsOnly ? all.id(at) : recordOf(all, at, found))
    return { title: endpoint.brief, tree: wrapped(endpoint.returns, taken, paging) }
  }

  function recordOf(all: Found, at: number, { endpoint }: Route): Json {
    records += 1
    const record: JsonObject = all.record(at)
    return has.has('hostile-text') ? hostile(endpoint.returns, record, market.dice, at) : record
  }

  /** The part of a list that a page shows. A page past the end is empty, or with a fault the last one again. */
  function pageOf({ total }: Found, { page, size }: Question): { from: number; to: number; paging: Paging } {
    const pages = Math.ceil(total / size)
    const clamped = has.has('repeated-pages') ? Math.min(page, Math.max(1, pages)) : page
    const start = (clamped - 1) * size
    const from = Math.min(total, has.has('moving-pages') ? shifted(start, clamped, market.dice) : start)
    const paging = { page: clamped, total, page_size: size, pages }
    return { from, to: Math.min(total, from + size), paging }
  }

  async function authorized(request: HttpRequest): Promise<Account | HttpReply> {
    if (!options.authorize)
      throw new Refusal(401, errorCodes.credentials, 'This needs a request signed for an authorized user')
    const outcome = await options.authorize(request)
    return 'account' in outcome ? outcome.account : outcome
  }

  async function serveElsewhere(request: HttpRequest, url: URL): Promise<HttpReply> {
    const reply = await options.serveOther?.(request)
    return reply ?? refusalReply(noSuchPath(url.pathname), {}, 'html', url)
  }

  return { handle, market, made: () => records }
}

/** HEAD is answered like GET; whoever writes the reply to a socket leaves the body out and keeps its length. */
function onlyRead({ method }: HttpRequest): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Refusal(405, errorCodes.method, `${method} is not possible here`, { allow: 'GET, HEAD' })
}

function refusalReply(
  refusal: Refusal,
  headers: Readonly<Record<string, string>>,
  format: WireFormat,
  url: URL,
): HttpReply {
  const { status, code, message } = refusal
  const tree = { code, message }
  // A feed has no way to say it: XML is the nearest.
  const written = format === 'rss' ? 'xml' : format
  return replyOf(status, { ...headers, ...refusal.headers }, { title: message, tree }, written, url)
}

function replyOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  document: Document,
  format: WireFormat,
  url: URL,
): HttpReply {
  const { type, text } = write(document, format, url.href)
  return { status, headers: { 'content-type': type, ...headers }, body: new TextEncoder().encode(text) }
}
