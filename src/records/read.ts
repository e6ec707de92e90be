/** Reads records: the only way from a request for records to pages of them. */
import { listedParam, typeOf } from '../api/endpoint.ts'
import type { RecordType } from '../api/records/record-types.ts'
import { KivaError } from '../core/errors.ts'
import { SeenIds } from '../core/seen-ids.ts'
import { type Ending, ReadingEnd } from './ending.ts'
import { type FetchPage, idPages, listPages, makeFetchPage, PageNumbers, type RawPage } from './pages.ts'
import { type Plan, planReading } from './plan.ts'
import type { ReadingRequest, ReadPorts, RecordPage, ResumePoint } from './reading.ts'
import { firstIdOf } from './record-ids.ts'

/**
 * Opens a reading. Pages are requested as they are consumed, with some prefetched. Rejects with `KivaError`
 * of kind `usage` before anything is sent. A later failure is thrown after the pages before it. Ending the
 * iteration cancels pending requests. `end` notes how the list ended.
 */
export async function openReading(
  request: ReadingRequest,
  ports: ReadPorts,
  end = new ReadingEnd(),
): Promise<AsyncGenerator<RecordPage, void>> {
  return readPlan(await planReading(request, ports), request, ports, end)
}

async function* readPlan(
  plan: Plan,
  request: ReadingRequest,
  ports: ReadPorts,
  end: ReadingEnd,
): AsyncGenerator<RecordPage, void> {
  const finished = new AbortController()
  const { endpoint, extent, from } = request
  const type = typeOf(endpoint)
  const fetchPage = makeFetchPage(request, {
    ...ports,
    signal: AbortSignal.any([ports.signal, finished.signal]),
  })
  const { pages, onDropped } = rawPages(plan, type, fetchPage, extent.concurrency, ports.gate)
  // Records requested by id cannot repeat.
  const idFields = listedParam(endpoint) === undefined ? (type.idFields ?? []) : []
  let [count, records] = [0, 0]
  let last: RecordPage | undefined
  try {
    for await (const page of uniqueRecords(pages, { idFields, limit: extent.limit, from, onDropped })) {
      count += 1
      records += page.records.length
      last = page
      const { number = count, lastPage } = page
      await ports.emit({
        kind: 'page',
        pages: count,
        number,
        lastPage,
        records,
        before: from?.delivered ?? 0,
      })
      yield page
    }
    end.at(endingAfter((from?.delivered ?? 0) + records, request, last))
  } finally {
    finished.abort()
  }
}

/** Returns how a list ends that has no more pages to read, after so many records and this page. */
function endingAfter(
  records: number,
  { endpoint, extent: { all, limit, pages } }: Pick<ReadingRequest, 'endpoint' | 'extent'>,
  last: RecordPage | undefined,
): Ending {
  if (limit !== undefined && records >= limit) return 'limit'
  if (pages !== undefined && endpoint.paged) {
    const { end, number = 1, paging } = last ?? {}
    return last && !end && number < (paging?.pages ?? number + 1) ? 'pages' : 'all'
  }
  return endpoint.paged && !all && limit === undefined ? 'page' : 'all'
}

function rawPages(
  plan: Plan,
  type: RecordType,
  fetchPage: FetchPage,
  concurrency: number,
  gate: ReadPorts['gate'],
) {
  if (plan.kind === 'ids') return { pages: idPages(plan, type, fetchPage, concurrency), onDropped: () => {} }
  const numbers = new PageNumbers(plan.first, plan.wanted, plan.paging, plan.pages)
  const pages = listPages(plan, numbers, fetchPage, concurrency, gate)
  return { pages, onDropped: (repeats: number) => numbers.drop(repeats) }
}

/** The most consecutive pages without a new record: as many pages as fill the remembered ids. */
const maxRepeatedPages = 250

const growsTooFast = () =>
  new KivaError('partial', 'the list grows faster than it is read', {
    hint: 'Read less with --limit, or faster with --concurrency.',
  })

interface UniqueOptions {
  /** The fields that contain a record's id; empty if records cannot repeat. */
  readonly idFields: readonly string[]
  readonly limit: number | undefined
  readonly from: ResumePoint | undefined
  /** Called with the number of records dropped from a page, so that as many more are read. */
  onDropped(repeats: number): void
}

/**
 * Drops repeated records, stops at the limit, and records whether the list changed.
 * Throws `KivaError` of kind `partial`.
 */
export async function* uniqueRecords(
  pages: AsyncIterable<RawPage>,
  { idFields, limit = Number.POSITIVE_INFINITY, from, onDropped }: UniqueOptions,
): AsyncGenerator<RecordPage, void> {
  const seen = new SeenIds(from?.ids)
  let before = from?.paging
  let taken = from?.delivered ?? 0
  let isFirst = true
  let repeatedPages = 0
  for await (const page of pages) {
    const { paging, end } = page
    const recordIds: string[] = []
    let repeats = 0
    const isNew = (record: RawPage['records'][number]) => {
      if (taken >= limit) return false
      const id = idFields.length > 0 ? firstIdOf(record, idFields) : undefined
      if (id !== undefined && !seen.add(id)) {
        repeats += 1
        return false
      }
      if (id !== undefined) recordIds.push(id)
      taken += 1
      return true
    }
    // Instead of a page beyond the end, the service sends an earlier page again.
    const records = end === 'clamped' || end === 'repeated' ? [] : page.records.filter(isNew)
    const hasNewTotal = before !== undefined && paging !== undefined && before.total !== paging.total
    const hasChanged = hasNewTotal || repeats > 0 || (end !== undefined && paging !== undefined && !isFirst)
    before = paging
    isFirst = false
    yield {
      ...page,
      records,
      received: page.records.length,
      repeats,
      recordIds,
      hasChanged,
      hasGap: page.hasGap === true,
    }
    if (taken >= limit) return
    onDropped(repeats)
    repeatedPages = repeats > 0 && records.length === 0 ? repeatedPages + 1 : 0
    if (repeatedPages === maxRepeatedPages) throw growsTooFast()
  }
}
