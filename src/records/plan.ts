/** Plans the requests of a reading: pages of a list by number, or chunks of ids. */

import {
  checkSiblings,
  listedParam,
  typeOf,
  type Value,
  type Values,
  type WireFormat,
} from '../api/endpoint.ts'
import { firstPage, listSeparator, maxUrlLength } from '../api/gaps.ts'
import { foldId } from '../api/records/record-types.ts'
import type { Paging } from '../api/wire/reply.ts'
import { buildRequest, encode } from '../api/wire/request.ts'
import { KivaError } from '../core/errors.ts'
import type { HttpRequest } from '../core/http.ts'
import { toAsync } from '../core/lazy.ts'
import { SeenIds } from '../core/seen-ids.ts'
import type { PlanPorts, ReadingRequest, ResumePoint } from './reading.ts'
import { hashIds } from './reading.ts'
import type { Id } from './record-ids.ts'

/** Pages by number. A single page is a plan too. */
export interface PagePlan {
  readonly kind: 'pages'
  /** The first page to read, after those of an earlier run. */
  readonly first: number
  /** The last paging that the earlier run received. */
  readonly paging: Paging | undefined
  /** The number of records to read; `undefined` means one page. */
  readonly wanted: number | undefined
  /** The most pages to read. */
  readonly pages?: number | undefined
  request(page: number): HttpRequest
}

/** Records by id, in chunks. */
export interface IdPlan {
  readonly kind: 'ids'
  readonly chunks: AsyncIterator<IdChunk, void>
  /** The number of chunks that an earlier run has read. */
  readonly done: number
}

export type Plan = PagePlan | IdPlan

/**
 * Plans a reading. Builds the first request early, so that an invalid id fails before a connection is opened.
 * Throws `KivaError` of kind `usage`.
 */
export async function planReading(
  { endpoint, values, ids, extra, extent, from }: ReadingRequest,
  { baseUrl, appId, catalogue, digest }: PlanPorts,
  format: WireFormat = 'json',
): Promise<Plan> {
  const build = (filled: Values) => buildRequest(endpoint, filled, { baseUrl, appId, format, extra })
  const buildChecked = (filled: Values) => {
    checkSiblings(endpoint, filled, catalogue)
    return build(filled)
  }
  const listed = listedParam(endpoint)
  if (listed !== undefined) {
    const maxIds = typeOf(endpoint).maxIds
    const all = ids ?? toAsync((values[listed] ?? []) as readonly (string | number)[])
    const chunks = chunkIds(all, (part) => buildChecked({ ...values, [listed]: part as Value }), maxIds)
    return from
      ? skipFinished(chunks, from, digest)
      : { kind: 'ids', chunks: await startChunks(chunks), done: 0 }
  }
  const firstRequest = buildChecked(values)
  const page = values['page']
  const number = typeof page === 'number' ? page : firstPage
  return {
    kind: 'pages',
    first: from?.next ?? number,
    paging: from?.paging,
    wanted: recordsToRead({ endpoint, extent }, from),
    pages: extent.pages,
    // The first request has no page number unless one was given.
    request: (at) => (at === number ? firstRequest : build({ ...values, page: at })),
  }
}

/** Builds the first chunk early, because its ids may be invalid. */
async function startChunks(chunks: AsyncGenerator<IdChunk, void>): Promise<AsyncIterator<IdChunk, void>> {
  const { value: first } = await chunks.next()
  if (!first) throw new KivaError('bug', 'empty list of ids')
  return (async function* () {
    yield first
    yield* chunks
  })()
}

/**
 * Skips the chunks that an earlier run has read, and checks that their ids are the same.
 * Throws `KivaError` of kind `config`.
 */
async function skipFinished(
  chunks: AsyncGenerator<IdChunk, void>,
  { next = 0, asked }: ResumePoint,
  digest: PlanPorts['digest'],
): Promise<IdPlan> {
  let hash = ''
  for (let at = 0; at < next; at++) {
    const { done, value } = await chunks.next()
    if (done) break
    hash = hashIds(hash, value.ids, digest)
  }
  if (hash === asked) return { kind: 'ids', chunks, done: next }
  throw new KivaError('config', 'the ids differ from those of the checkpoint', {
    hint: 'Give all ids again, in the same order.',
  })
}

/** Returns how many records to read of a paged list. */
function recordsToRead(
  { endpoint, extent: { all, limit, pages } }: Pick<ReadingRequest, 'endpoint' | 'extent'>,
  from: ResumePoint | undefined,
): number | undefined {
  if (!endpoint.paged) return undefined
  const wanted = limit ?? (all || pages !== undefined ? Number.POSITIVE_INFINITY : undefined)
  if (from?.next === undefined) return wanted
  return wanted === undefined ? 0 : wanted - from.delivered
}

/** Some of the ids, and the request for them. */
export interface IdChunk {
  readonly ids: readonly Id[]
  readonly request: HttpRequest
}

/** Number of ids remembered: a repeat within them is requested only once. */
const maxRememberedIds = 100_000

/**
 * Splits a stream of ids, however long, into chunks that fit one request each, in the order of the ids: with at most
 * `maxIds` ids and a URL within the limit. `build` creates the request for some ids. An error of `ids` is thrown
 * after the chunks before it.
 */
async function* chunkIds(
  ids: AsyncIterable<Id>,
  build: (ids: readonly Id[]) => HttpRequest,
  maxIds = Number.POSITIVE_INFINITY,
): AsyncGenerator<IdChunk, void> {
  const chunk = (part: readonly Id[]): IdChunk => ({ ids: part, request: build(part) })
  const seen = new SeenIds([], maxRememberedIds)
  // Each id adds itself and a separator to the URL.
  const start = build(['0']).url.length
  let ready: Id[] = []
  let length = start
  let hasYielded = false
  try {
    for await (const id of ids) {
      if (!seen.add(foldId(String(id)))) continue
      const more = listSeparator.length + encode(String(id)).length
      if (ready.length === maxIds || (ready.length > 0 && length + more > maxUrlLength)) {
        yield chunk(ready)
        hasYielded = true
        ready = []
        length = start
      }
      length += more
      ready.push(id)
    }
  } catch (cause) {
    // Once requests were sent, the ids before the invalid one are still requested.
    if (hasYielded && ready.length > 0) yield chunk(ready)
    throw cause
  }
  if (ready.length > 0) yield chunk(ready)
}
