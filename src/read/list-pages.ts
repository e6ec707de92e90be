/** Reads the pages of a list in order, with several requests at once, while the list may change. */
import type { Page, Paging } from '../api/wire/reply.ts'
import { DriftGuard } from './drift-guard.ts'
import type { FetchPage, RawPage } from './fetch-page.ts'
import type { EarlyEnd, PageNumbers } from './page-numbers.ts'
import type { PagePlan } from './plan.ts'
import { prefetch } from './prefetch.ts'

/** A page of a list. `requestedAt` and `receivedAt` are times on a clock that counts requests and replies. */
interface FetchedPage {
  readonly number: number
  readonly page: Page
  readonly end: EarlyEnd | undefined
  readonly requestedAt: number
  readonly receivedAt: number
}

/** The most pages that are read again to close a gap while the list keeps changing. */
const maxStepsBack = 10

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
): AsyncGenerator<RawPage, void> {
  const guard = new DriftGuard()
  let events = 0
  let changedAt = 0
  let newest = plan.paging
  const read = async (number: number): Promise<FetchedPage> => {
    const requestedAt = ++events
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
  if (lastPaging) guard.markRead(plan.first - 1, lastPaging)
  for await (const fetched of prefetch(() => numbers.next(), read, concurrency)) {
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
    const hasGap = !guard.isContiguous(current.number, current.page.paging)
    yield { ...toRawPage(current), hasGap }
    if (current.end) return
  }
}

/** Returns the last page to read, as this page shows it, or `undefined` if unknown. */
function lastPage(
  { first, wanted = 1 }: PagePlan,
  { paging, records }: { paging: Paging | undefined } & Pick<Page, 'records'>,
) {
  const size = paging?.page_size || records.length || 1
  const lastExisting = paging?.pages ?? (Number.isFinite(wanted) ? Number.POSITIVE_INFINITY : undefined)
  return lastExisting === undefined ? undefined : Math.min(lastExisting, first - 1 + Math.ceil(wanted / size))
}
