/** Reads the pages of a plan in order, several at once: of a list, which may change meanwhile, or of ids. */

import { firstPage } from '../api/gaps.ts'
import type { RecordType } from '../api/records/record-types.ts'
import { decodeReply, type Page, type Paging } from '../api/wire/reply.ts'
import { KivaError } from '../core/errors.ts'
import type { FetchOptions, HttpRequest } from '../core/http.ts'
import type { Json } from '../core/json.ts'
import type { IdChunk, IdPlan, PagePlan } from './plan.ts'
import { prefetch } from './prefetch.ts'
import type { ReadGate } from './read-gate.ts'
import type { EarlyEnd, ReadingRequest, ReadPorts } from './reading.ts'
import { type Id, matchIds } from './record-ids.ts'

/** A page as the service sent it, with its position. */
export interface RawPage extends Page {
  readonly number?: number | undefined
  readonly lastPage?: number | undefined
  readonly next?: number | undefined
  readonly ids?: readonly Id[] | undefined
  readonly missing?: readonly Id[] | undefined
  readonly end?: EarlyEnd | undefined
  readonly hasGap?: boolean | undefined
}

/** How often a page, and the page before it, are read again to close a gap while the list keeps changing. */
export const maxStepsBack = 10

/**
 * Yields the pages of a list that may change meanwhile. An added record moves later ones to later pages, so
 * that some come twice; the reader drops repeats. A removed record moves others to pages already read, and a
 * prefetched page may be older than the page before it: if records may be missing in between, pages are
 * requested again. Equal numbers of additions and removals between two replies leave the total unchanged and
 * go unnoticed; with one request at a time this loses no records.
 */
export async function* listPages(
  plan: PagePlan,
  numbers: PageNumbers,
  fetchPage: FetchPage,
  concurrency: number,
  gate?: ReadGate,
): AsyncGenerator<RawPage, void> {
  const guard = new DriftGuard()
  let events = 0
  let changedAt = 0
  let newest = plan.paging
  const read = async (number: number): Promise<FetchedPage> => {
    const requestedAt = ++events
    gate?.count()
    const page = await fetchPage(plan.request(number))
    const receivedAt = ++events
    if (page.paging?.total !== newest?.total) changedAt = receivedAt
    newest = page.paging ?? newest
    return { number, page, end: numbers.addPage(number, page), requestedAt, receivedAt }
  }
  const toRawPage = ({ number, page, end }: FetchedPage): RawPage => {
    // A page served in place of a page beyond the end says nothing about the requested one.
    if (end !== 'clamped') guard.markRead(number, page.paging)
    return { ...page, number, end, next: number + 1, lastPage: lastPage(plan, page) }
  }
  let lastPaging = plan.paging
  let lastReceivedAt = 0
  let lastNumber = 0
  /** Goes on with the pages that the gate held back, once it is open. */
  async function* openGates(
    pages: () => AsyncGenerator<FetchedPage, void>,
  ): AsyncGenerator<FetchedPage, void> {
    for (;;) {
      yield* pages()
      if (!gate || gate.isOpen || !numbers.hasNext) return
      await gate.open(lastPaging, lastNumber)
    }
  }
  if (lastPaging) guard.markRead(plan.first - 1, lastPaging)
  const next = () => (gate?.isOpen === false ? undefined : numbers.next())
  for await (const fetched of openGates(() => prefetch(next, read, concurrency))) {
    await gate?.onPage(fetched.page, fetched.number)
    let current = fetched
    const isOutdated = current.requestedAt < lastReceivedAt && current.requestedAt < changedAt
    // A list that ends before its last page may have come from a cache.
    const isCut = current.end !== undefined && current.number <= (lastPaging?.pages ?? 0)
    if (isOutdated || isCut) current = await read(current.number)
    for (
      let tries = 0;
      tries < maxStepsBack && !guard.isContiguous(current.number, current.page.paging);
      tries++
    ) {
      const back = newest ? Math.min(guard.nextPage(newest), current.number) : current.number
      if (back < current.number) {
        const again = await read(back)
        if (guard.isContiguous(back, again.page.paging)) yield toRawPage({ ...again, end: undefined })
      }
      current = await read(current.number)
    }
    lastPaging = current.page.paging ?? lastPaging
    lastReceivedAt = current.receivedAt
    lastNumber = current.number
    const hasGap = !guard.isContiguous(current.number, current.page.paging)
    yield { ...toRawPage(current), hasGap }
    if (current.end) return
  }
}

/** A page of a list. `requestedAt` and `receivedAt` are times on a clock that counts requests and replies. */
interface FetchedPage {
  readonly number: number
  readonly page: Page
  readonly end: EarlyEnd | undefined
  readonly requestedAt: number
  readonly receivedAt: number
}

/** Returns the last page to read, as this page shows it, or `undefined` if unknown. */
function lastPage(
  { first, wanted = 1, pages = Number.POSITIVE_INFINITY }: PagePlan,
  { paging, records }: { paging: Paging | undefined } & Pick<Page, 'records'>,
) {
  const size = paging?.page_size || records.length || 1
  const lastExisting = paging?.pages ?? (Number.isFinite(wanted) ? Number.POSITIVE_INFINITY : undefined)
  const most = Math.min(pages, Math.ceil(wanted / size))
  return lastExisting === undefined ? undefined : Math.min(lastExisting, first - 1 + most)
}

/**
 * Tracks how far a paged list has been read, counted from its end: a record keeps its distance from the end
 * when records before it are added or removed. Pure.
 */
export class DriftGuard {
  /** Number of records after those already read; `undefined` if the service does not report a total. */
  #remaining: number | undefined

  /** Records that page `number` was read, with the paging of its reply. */
  markRead(number: number, paging: Paging | undefined): void {
    this.#remaining = paging && Math.max(0, paging.total - number * paging.page_size)
  }

  /**
   * Returns whether a page begins at or before the first unread record. If not, removed records have moved
   * unread ones to earlier pages.
   */
  isContiguous(number: number, paging: Paging | undefined): boolean {
    // No page comes before the first.
    if (!this.#remaining || !paging || number === 1) return true
    return paging.total - (number - 1) * paging.page_size >= this.#remaining
  }

  /** Returns the page that contains the first unread record, if the list has the length in `paging`. */
  nextPage({ total, page_size }: Paging): number {
    return Math.max(1, Math.floor((total - (this.#remaining ?? 0)) / (page_size || 1)) + 1)
  }
}

/**
 * Reads records by id: yields one page per chunk of ids, in their order. Ids that do not exist are listed as missing;
 * if none exists, the service's 404 is thrown.
 */
export async function* idPages(
  { chunks, done }: IdPlan,
  { idFields = [] }: RecordType,
  fetchPage: FetchPage,
  concurrency: number,
): AsyncGenerator<RawPage, void> {
  let notFound: KivaError | undefined
  let isFound = done > 0
  let count = done
  const read = async ({ ids, request }: IdChunk): Promise<RawPage> => {
    try {
      const page = await fetchPage(request)
      isFound = true
      return { ...page, ids, ...matchIds(page.records, ids, idFields) }
    } catch (error) {
      // None of this chunk's ids exists, but ids of other chunks may.
      if (!(error instanceof KivaError && error.status === 404)) throw error
      notFound = error
      return { records: [], single: false, paging: undefined, headers: {}, ids, missing: ids }
    }
  }
  const next = async () => (await chunks.next()).value ?? undefined
  for await (const page of prefetch(next, read, concurrency)) yield { ...page, next: ++count }
  if (!isFound && notFound) throw notFound
}

/** Sends a request and decodes its reply. Throws `KivaError`. */
export type FetchPage = (request: HttpRequest) => Promise<Page>

/**
 * Returns the function that fetches pages, signed if the endpoint needs it. Timeouts are retried from the
 * second request on, with `--all` from the first.
 */
export function makeFetchPage({ endpoint, extent, once }: ReadingRequest, ports: ReadPorts): FetchPage {
  const { fetch, signal, now } = ports
  const signed = endpoint.auth === true
  let requests = 0
  return async (request) => {
    requests += 1
    const retry: FetchOptions['retry'] = extent.all || requests > 1 ? 'patient' : 'quick'
    const how = once ? { signal, signed } : { signal, signed, retry }
    return decodeReply(endpoint, await fetch(request, how), now())
  }
}

export class PageNumbers {
  readonly #first: number
  readonly #wanted: number | undefined
  readonly #most: number
  #next: number
  /** The last page known to exist. */
  #last: number
  /** The highest page received; lower ones bring no new facts. */
  #newest = 0
  #size: number | undefined
  #dropped = 0
  #hasPaging = false
  /** Whether the service counts pages from 1. If it sends 0, it counts from 0 or not at all. */
  #isNumbered: boolean
  #previous: readonly Json[] = []

  /**
   * Plans pages from `first` on until `wanted` records are read, or one page if unset. `before` is the paging
   * of the previous page, `most` the most pages to read.
   */
  constructor(
    first: number,
    wanted: number | undefined,
    before?: Paging,
    most: number = Number.POSITIVE_INFINITY,
  ) {
    this.#most = most
    this.#first = first
    this.#wanted = wanted
    this.#next = first
    this.#last = first
    this.#isNumbered = before?.page === undefined || before.page >= first - 1
  }

  /** Returns the next page to request, or `undefined` if none is known yet; a later reply may add more. */
  next(): number | undefined {
    if (!this.hasNext) return undefined
    this.#next += 1
    return this.#next - 1
  }

  get hasNext(): boolean {
    return this.#next <= Math.min(this.#last, this.#first + Math.min(this.#most, this.#pagesWanted()) - 1)
  }

  /** Counts records that were repeats, so that as many more are read. */
  drop(count: number): void {
    this.#dropped += count
  }

  /**
   * Records a page that has arrived, in any order. Returns how the list ended, if it ended unexpectedly
   * before or with this page.
   */
  addPage(number: number, page: Page): EarlyEnd | undefined {
    if (page.paging?.page !== undefined && page.paging.page < firstPage) this.#isNumbered = false
    const end = this.#endAt(number, page)
    if (number >= this.#newest) {
      this.#newest = number
      this.#size ??= page.records.length || undefined
      this.#last = this.#lastAfter(number, page, end)
    }
    this.#hasPaging ||= page.paging !== undefined
    this.#previous = page.records
    return end
  }

  #pagesWanted(): number {
    if (this.#wanted === undefined || this.#size === undefined) return this.#wanted === 0 ? 0 : 1
    return Math.ceil((this.#wanted + this.#dropped) / this.#size)
  }

  #endAt(number: number, { records, paging }: Page): EarlyEnd | undefined {
    if (this.#isNumbered && paging?.page !== undefined && paging.page < number) return 'clamped'
    if (records.length === 0) return 'empty'
    // If the service reports the number of pages, a repeated page does not end the list.
    return !paging && !this.#hasPaging && isSame(records, this.#previous) ? 'repeated' : undefined
  }

  #lastAfter(number: number, { paging, single }: Page, end: EarlyEnd | undefined): number {
    if (end || single) return number
    if (paging) return paging.pages
    return this.#hasPaging ? this.#last : number + 1
  }
}

const isSame = (a: readonly Json[], b: readonly Json[]) =>
  a.length === b.length && a.every((record, at) => JSON.stringify(record) === JSON.stringify(b[at]))
