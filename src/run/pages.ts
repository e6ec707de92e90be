/** The pages of an invocation, in order: several are asked for at once where several are needed. */
import type { AnyEndpoint } from '../api/endpoint.ts'
import { recordTypeOf } from '../api/record-types.ts'
import { decodeReply, type Page } from '../api/reply.ts'
import type { HttpReply, HttpRequest } from '../context.ts'
import { KivaError } from '../errors.ts'
import type { IdPart } from './id-parts.ts'
import { lookAhead } from './look-ahead.ts'
import { type EarlyEnd, Pager } from './pager.ts'
import type { IdPlan, PagePlan, Plan } from './plan.ts'
import { type Id, matchIds } from './record-ids.ts'

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
  /** Ids that were asked for and did not come. */
  readonly missing?: readonly Id[]
}

export interface Reading {
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
export function readPages(plan: Plan, reading: Reading): Pages {
  if (plan.kind === 'ids') return Object.assign(readParts(plan, reading), { drop: () => {} })
  const pager = new Pager(plan.first, plan.wanted)
  return Object.assign(readList(plan, pager, reading), { drop: (repeats: number) => pager.drop(repeats) })
}

/** A page of a list, and when it was asked for and came, counted by what happened before. */
interface Arrival {
  readonly number: number
  readonly page: Page
  readonly end: EarlyEnd | undefined
  readonly asked: number
  readonly came: number
}

/** Pages that are read again at most, where records moved to earlier ones. */
const mostSteppedBack = 3

/**
 * The list may change while it is read. A record that is put in moves all behind it to later pages, and what comes twice
 * is for the reader to drop. What is taken out moves records to pages that have been read: those are read once more.
 */
async function* readList(plan: PagePlan, pager: Pager, reading: Reading): AsyncGenerator<ReadPage, void> {
  let events = 0
  const read = async (number: number): Promise<Arrival> => {
    const asked = ++events
    const page = await askFor(plan.request(number), reading)
    return { number, page, end: pager.learn(number, page), asked, came: ++events }
  }
  let before = arrivedBefore(plan)
  for await (const arrival of lookAhead(() => pager.next(), read, reading.concurrency)) {
    let current = arrival
    if (before && isDoubtful(current, before)) current = await read(current.number)
    if (before && isShorter(current, before)) {
      // Who goes on from here has to step back as well.
      for (const number of pagesBack(before, current, plan.start))
        yield { ...(await read(number)).page, paging: before.page.paging, number, next: current.number }
    }
    yield { ...current.page, number: current.number, end: current.end, next: current.number + 1 }
    before = current
    if (current.end) return
  }
}

/** The page in front of the first one, where an earlier run has read it. */
function arrivedBefore({ first, paging }: PagePlan): Arrival | undefined {
  const page = { records: [], single: false, paging, headers: {} }
  return paging && { number: first - 1, page, end: undefined, asked: 0, came: 0 }
}

/**
 * Whether a page is asked for again. Where it was asked for before the page in front of it came, and the list grew
 * between the two, what had moved behind it is in neither. And a list that ends sooner than it told may have come out of
 * some cache.
 */
function isDoubtful(current: Arrival, before: Arrival): boolean {
  if (before.came > current.asked && isShorter(current, before)) return true
  return current.end !== undefined && current.number <= (before.page.paging?.pages ?? 0)
}

const isShorter = ({ page: { paging } }: Arrival, { page: { paging: other } }: Arrival) =>
  paging !== undefined && other !== undefined && paging.total < other.total

/** The pages that records may have moved to, in order. */
function pagesBack(before: Arrival, current: Arrival, first: number): readonly number[] {
  const gone = (before.page.paging?.total ?? 0) - (current.page.paging?.total ?? 0)
  const count = Math.ceil(gone / (before.page.paging?.page_size || before.page.records.length || 1))
  const from = Math.max(first, current.number - Math.min(count, mostSteppedBack))
  return Array.from({ length: current.number - from }, (_, at) => from + at)
}

async function* readParts({ parts, answered }: IdPlan, reading: Reading): AsyncGenerator<ReadPage, void> {
  const { idFields = [] } = recordTypeOf(reading.endpoint.returns)
  let unknown: KivaError | undefined
  let found = answered > 0
  let count = answered
  const read = async ({ ids, request }: IdPart): Promise<ReadPage> => {
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
  for await (const page of lookAhead(next, read, reading.concurrency)) yield { ...page, next: ++count }
  if (!found && unknown) throw unknown
}

async function askFor(request: HttpRequest, { endpoint, fetch, stop, now }: Reading): Promise<Page> {
  return decodeReply(endpoint, await fetch(request, stop), now())
}
