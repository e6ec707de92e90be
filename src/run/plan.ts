/** What an invocation asks for: pages of a list by number, or records by their ids, part by part. */
import { type Catalogue, listedParam, type Values, type WireFormat } from '../api/endpoint.ts'
import { firstPage } from '../api/gaps.ts'
import { checkSiblings } from '../api/siblings.ts'
import type { Paging } from '../api/wire/reply.ts'
import { buildRequest } from '../api/wire/request.ts'
import { parsePathValue } from '../cli/endpoint-invocation.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { World } from '../context.ts'
import { KivaError } from '../errors.ts'
import type { HttpRequest } from '../ports/http.ts'
import type { Settings } from '../ports/settings.ts'
import type { ResumePoint, Start } from '../read/resume-point.ts'
import { chunkIds, type IdChunk } from './id-parts.ts'

/** Pages by number: a lone page is one of them. */
export interface PagePlan {
  readonly kind: 'pages'
  /** Where reading begins: behind what an earlier run has read. */
  readonly first: number
  /** What the earlier run was told last. */
  readonly paging: Paging | undefined
  /** How many records are wanted; without it, those of one page. */
  readonly wanted: number | undefined
  request(page: number): HttpRequest
}

/** Records by their ids, in as many parts as it takes. */
export interface IdPlan {
  readonly kind: 'ids'
  readonly parts: AsyncIterator<IdChunk, void>
  /** How many were answered by an earlier run. */
  readonly answered: number
}

/** With the first request, built before anything is opened; none where an earlier run has sent the last one. */
export type Plan = (PagePlan | IdPlan) & { readonly opening: HttpRequest | undefined }

/**
 * Plans an invocation, from where an earlier run has come to; `stop` ends the reading of ids. A wrong id is told
 * without a connection: `KivaError`, `usage`.
 */
export async function planReading(
  invocation: EndpointInvocation,
  { baseUrl, appId }: Pick<Settings, 'baseUrl' | 'appId'>,
  stdin: World['stdin'],
  catalogue: Catalogue,
  stop: AbortSignal,
  start?: Start,
): Promise<Plan> {
  const { endpoint, wire, extra } = invocation
  const build = (values: Values) =>
    buildRequest(endpoint, values, { baseUrl, appId, format: wire?.format ?? 'json', extra })
  const buildChecked = (values: Values) => {
    checkSiblings(endpoint, values, catalogue)
    return build(values)
  }
  const listed = listedParam(endpoint)
  if (listed !== undefined) {
    const parts = chunkIds(invocation, listed, stdin, buildChecked, stop)
    return start?.from ? planRest(parts, start.from, start) : planIds(parts, wire?.format)
  }
  const values = await allValues(invocation, stdin)
  const first = values['page']
  const opening = buildChecked(values)
  const number = typeof first === 'number' ? first : firstPage
  return {
    kind: 'pages',
    first: start?.from?.next ?? number,
    paging: start?.from?.paging,
    wanted: wantedOf(invocation, start?.from),
    // A page that was not asked for by number is not asked for by number.
    request: (page) => (page === number ? opening : build({ ...values, page })),
    opening,
  }
}

async function planIds(parts: AsyncGenerator<IdChunk, void>, wire: WireFormat | undefined): Promise<Plan> {
  const { value: first } = await parts.next()
  if (!first) throw new KivaError('bug', 'A list of ids without any was taken')
  if (wire && !(await parts.next()).done) {
    throw new KivaError('usage', '--wire is one document, and one document takes fewer ids', {
      hint: 'Give fewer ids at a time, or leave --wire out: kiva joins records, not documents.',
    })
  }
  async function* all() {
    yield first as IdChunk
    yield* parts
  }
  return { kind: 'ids', parts: all(), answered: 0, opening: first.request }
}

/** The parts after those that an earlier run asked for, and only if those are the same ids. */
async function planRest(
  parts: AsyncGenerator<IdChunk, void>,
  { next = 0, asked }: ResumePoint,
  { sum }: Start,
): Promise<Plan> {
  let again = ''
  for (let at = 0; at < next; at++) {
    const { done, value } = await parts.next()
    if (done) break
    again = sum(again, value.ids)
  }
  if (again === asked) return { kind: 'ids', parts, answered: next, opening: undefined }
  throw new KivaError('config', 'These are not the ids that the checkpoint goes on with', {
    hint: 'Give the same ids in the same order, from the first one on.',
  })
}

/** How many records are wanted of a list with pages. */
function wantedOf(
  { endpoint, extent: { all, limit } }: EndpointInvocation,
  from: ResumePoint | undefined,
): number | undefined {
  const wanted = limit ?? (all ? Number.POSITIVE_INFINITY : undefined)
  if (!endpoint.paged || from?.next === undefined) return endpoint.paged ? wanted : undefined
  return wanted === undefined ? 0 : wanted - from.delivered
}

/** The value of a lone id may still be on standard input. */
async function allValues(
  { path, values, fromInput }: EndpointInvocation,
  stdin: World['stdin'],
): Promise<Values> {
  if (!fromInput) return values
  const words = (await stdin.readAll()).split(/\s+/).filter((word) => word !== '')
  return { ...values, [fromInput.name]: parsePathValue(path, fromInput.label, fromInput.param, words) }
}
