/** The pages of an invocation, in order: several are asked for at once where several are needed. */
import { type AnyEndpoint, typeOf } from '../api/endpoint.ts'
import { decodeReply, type Page } from '../api/wire/reply.ts'
import { KivaError } from '../errors.ts'
import type { HttpReply, HttpRequest } from '../ports/http.ts'
import type { Json } from '../ports/json.ts'
import { DriftGuard } from '../read/drift-guard.ts'
import { type EarlyEnd, PageNumbers } from '../read/page-numbers.ts'
import { prefetch } from '../read/prefetch.ts'
import { type Id, matchIds } from '../read/record-ids.ts'
import type { IdChunk } from './id-parts.ts'
import type { IdPlan, PagePlan, Plan } from './plan.ts'

/**
 * Sends a request, signed where the endpoint needs it; gives it up with the reason of `stop`. Whatever tries again wraps
 * this, so that it signs again.
 */
export type Fetch = (request: HttpRequest, stop: AbortSignal) => Promise<HttpReply>

/** A page as it was read. */
export interface ReadPage extends Page {
  /** Of a list with pages: which one it is. */
  readonly number?: number
  /** Where to go on after it: at this page, or behind so many parts of the ids. */
  readonly next?: number
  /** The ids that were asked for. */
  readonly ids?: readonly Id[]
  /** The list ends here, though that was not foreseen. */
  readonly end?: EarlyEnd | undefined
  /** Records between the page before and this one may be missing: the list shrank faster than it was read. */
  readonly hasGap?: boolean
  /** Ids that were asked for and did not come. */
  readonly missing?: readonly Id[]
  /** What is to be printed in place of each record. Throws `KivaError` where nothing could be made of it. */
  readonly made?: (at: number) => Promise<readonly Json[]>
}

/** How pages are asked for. */
export interface ReadOptions {
  readonly endpoint: Pick<AnyEndpoint, 'returns'>
  readonly fetch: Fetch
  /** Requests under way at once. */
  readonly concurrency: number
  /** Fires when nothing more is wanted. */
  readonly stop: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
}

/** What the pages of a list have in common, told to who reads them: how many of the records were no new ones. */
export interface Pages extends AsyncGenerator<ReadPage, void> {
  drop(repeats: number): void
}

/** Reads what is planned. Throws `KivaError`: after the pages before it, and nothing is asked for any more. */
export function readPages(plan: Plan, reading: ReadOptions): Pages {
  if (plan.kind === 'ids') return Object.assign(readParts(plan, reading), { drop: () => {} })
  const numbers = new PageNumbers(plan.first, plan.wanted, plan.paging)
  return Object.assign(readList(plan, numbers, reading), { drop: (repeats: number) => numbers.drop(repeats) })
}

/** A page of a list, and when it was asked for and came, counted by what happened before. */
interface Arrival {
  readonly number: number
  readonly page: Page
  readonly end: EarlyEnd | undefined
  readonly asked: number
  readonly came: number
}

/** Pages that are asked for at most to meet what was read, while the list goes on changing. */
const mostSteppedBack = 10

/**
 * The list may change while it is read. A record that is put in moves all behind it to later pages, and what comes twice
 * is for the reader to drop. What is taken out moves records to pages that have been read, and a page that was asked for
 * ahead may be older than the one in front of it: where records may stand between the two, they are asked for again.
 * What leaves no trace in the totals, as many that come as go between two answers, is not seen; one request at a time
 * misses nothing by it.
 */
async function* readList(
  plan: PagePlan,
  numbers: PageNumbers,
  reading: ReadOptions,
): AsyncGenerator<ReadPage, void> {
  const frontier = new DriftGuard()
  let events = 0
  let changed = 0
  let newest = plan.paging
  const read = async (number: number): Promise<Arrival> => {
    const asked = ++events
    const page = await askFor(plan.request(number), reading)
    const came = ++events
    if (page.paging?.total !== newest?.total) changed = came
    newest = page.paging ?? newest
    return { number, page, end: numbers.learn(number, page), asked, came }
  }
  const pass = ({ number, page, end }: Arrival): ReadPage => {
    // What stands in place of a page says nothing of it.
    if (end !== 'clamped') frontier.pass(number, page.paging)
    return { ...page, number, end, next: number + 1 }
  }
  let told = plan.paging
  let before = 0
  if (told) frontier.pass(plan.first - 1, told)
  for await (const arrival of prefetch(() => numbers.next(), read, reading.concurrency)) {
    let current = arrival
    const isOld = current.asked < before && current.asked < changed
    // A list that ends sooner than it told may have come out of some cache.
    const isCut = current.end !== undefined && current.number <= (told?.pages ?? 0)
    if (isOld || isCut) current = await read(current.number)
    for (
      let tries = 0;
      tries < mostSteppedBack && !frontier.isMetBy(current.number, current.page.paging);
      tries++
    ) {
      const back = newest ? Math.min(frontier.pageIn(newest), current.number) : current.number
      if (back < current.number) {
        const again = await read(back)
        if (frontier.isMetBy(back, again.page.paging)) yield pass({ ...again, end: undefined })
      }
      current = await read(current.number)
    }
    told = current.page.paging ?? told
    before = current.came
    const hasGap = !frontier.isMetBy(current.number, current.page.paging)
    yield { ...pass(current), hasGap }
    if (current.end) return
  }
}

async function* readParts({ parts, answered }: IdPlan, reading: ReadOptions): AsyncGenerator<ReadPage, void> {
  const { idFields = [] } = typeOf(reading.endpoint)
  let unknown: KivaError | undefined
  let found = answered > 0
  let count = answered
  const read = async ({ ids, request }: IdChunk): Promise<ReadPage> => {
    try {
      const page = await askFor(request, reading)
      found = true
      return { ...page, ids, ...matchIds(page.records, ids, idFields) }
    } catch (error) {
      // None of this part's ids exists; those of another part may.
      if (!(error instanceof KivaError && error.status === 404)) throw error
      unknown = error
      return { records: [], single: false, paging: undefined, headers: {}, ids, missing: ids }
    }
  }
  const next = async () => (await parts.next()).value ?? undefined
  for await (const page of prefetch(next, read, reading.concurrency)) yield { ...page, next: ++count }
  if (!found && unknown) throw unknown
}

async function askFor(request: HttpRequest, { endpoint, fetch, stop, now }: ReadOptions): Promise<Page> {
  return decodeReply(endpoint, await fetch(request, stop), now())
}
