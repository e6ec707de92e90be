/** Reads records: the only way from a request for records to pages of them. */
import { listedParam, typeOf, type WireFormat } from '../api/endpoint.ts'
import type { RecordType } from '../api/records/record-types.ts'
import type { HttpRequest } from '../ports/http.ts'
import { type FetchPage, makeFetchPage } from './fetch-page.ts'
import { idPages } from './id-pages.ts'
import { listPages } from './list-pages.ts'
import { PageNumbers } from './page-numbers.ts'
import { type Plan, planReading } from './plan.ts'
import type { PlanPorts, ReadingRequest, ReadPorts, RecordPage } from './reading.ts'
import { uniqueRecords } from './unique-records.ts'

/**
 * Opens a reading. Pages are requested as they are consumed, with some prefetched. Rejects with `KivaError`
 * of kind `usage` before anything is sent. A later failure is thrown after the pages before it. Ending the
 * iteration cancels pending requests.
 */
export async function openReading(
  request: ReadingRequest,
  ports: ReadPorts,
): Promise<AsyncGenerator<RecordPage, void>> {
  return readPlan(await planReading(request, ports), request, ports)
}

async function* readPlan(
  plan: Plan,
  request: ReadingRequest,
  ports: ReadPorts,
): AsyncGenerator<RecordPage, void> {
  const finished = new AbortController()
  const { endpoint, extent, from } = request
  const type = typeOf(endpoint)
  const fetchPage = makeFetchPage(request, {
    ...ports,
    signal: AbortSignal.any([ports.signal, finished.signal]),
  })
  const { pages, onDropped } = rawPages(plan, type, fetchPage, extent.concurrency)
  // Records requested by id cannot repeat.
  const idFields = listedParam(endpoint) === undefined ? (type.idFields ?? []) : []
  let [count, records] = [0, 0]
  try {
    for await (const page of uniqueRecords(pages, { idFields, limit: extent.limit, from, onDropped })) {
      count += 1
      records += page.records.length
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
  } finally {
    finished.abort()
  }
}

function rawPages(plan: Plan, type: RecordType, fetchPage: FetchPage, concurrency: number) {
  if (plan.kind === 'ids') return { pages: idPages(plan, type, fetchPage, concurrency), onDropped: () => {} }
  const numbers = new PageNumbers(plan.first, plan.wanted, plan.paging)
  const pages = listPages(plan, numbers, fetchPage, concurrency)
  return { pages, onDropped: (repeats: number) => numbers.drop(repeats) }
}

/** Yields the requests of a reading without sending them: the first page of a list, or every chunk of ids. */
export async function* planRequests(
  request: ReadingRequest,
  ports: PlanPorts,
  format?: WireFormat,
): AsyncGenerator<HttpRequest, void> {
  const plan = await planReading(request, ports, format)
  if (plan.kind === 'pages') return yield plan.request(plan.first)
  for (let chunk = await plan.chunks.next(); !chunk.done; chunk = await plan.chunks.next())
    yield chunk.value.request
}
