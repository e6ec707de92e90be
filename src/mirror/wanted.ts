/** Which loans a pull asks for next. Pure: the store answers the questions. */
import { recordTypes } from '../api/records/record-types.ts'
import { SeenIds } from '../core/seen-ids.ts'

/** Ids that no pull has asked for yet, from `next` down to `bottom`. Done once `next` is below `bottom`. */
export interface Sweep {
  readonly next: number
  readonly bottom: number
}

/** What the store knows. */
export interface Known {
  /** Ids of lists whose loans were never read, and absent loans that are due. */
  readonly unread: Iterable<number>
  readonly sweep: Sweep | undefined
  /** Returns the ids between two ids, both included, that the sweep skips: stored ones, and those that are asked for otherwise. */
  covered(from: number, to: number): ReadonlySet<number>
  /** Yields the ids of the loans with this status that this pull has not read yet: first the one read longest ago. */
  stale(status: string): Iterable<number>
}

interface WantedId {
  readonly id: number
  /** Whether the id comes from the sweep: there need not be a loan. */
  readonly isSwept: boolean
}

/** Loans in one request. */
export const perRequest = recordTypes.loan_detail.maxIds ?? 1

/** The statuses of loans that still change, most urgent first. */
export const changingStatuses = ['fundraising', 'funded', 'in_repayment'] as const

/** Yields the ids to ask for: loans that were never read, then those that change. An id may come twice. */
export function* wantedIds({ unread, sweep, covered, stale }: Known): Generator<WantedId> {
  for (const id of unread) yield { id, isSwept: false }
  if (sweep) {
    for (let to = sweep.next; to >= sweep.bottom; to -= stride) {
      const from = Math.max(sweep.bottom, to - stride + 1)
      const known = covered(from, to)
      for (let id = to; id >= from; id--) if (!known.has(id)) yield { id, isSwept: true }
    }
  }
  for (const status of changingStatuses) for (const id of stale(status)) yield { id, isSwept: false }
}

/** How many ids of the sweep are compared with the store at once. */
const stride = 5000

/** The ids to ask for, as a queue: an id leaves it when its answer is stored. */
interface WantedQueue {
  /** Returns the first ids, each id once. */
  peek(count: number): readonly number[]
  drop(count: number): void
  /** Where the sweep goes on after the ids that were dropped. `undefined` if none was of the sweep. */
  sweepNext(): number | undefined
}

export function queueOf(known: Known): WantedQueue {
  const ids = wantedIds(known)
  const seen = new SeenIds([], maxRememberedIds)
  const ready: WantedId[] = []
  let lowest: number | undefined
  return {
    peek(count) {
      while (ready.length < count) {
        const { value, done } = ids.next()
        if (done) break
        if (value.isSwept) lowest = value.id
        if (seen.add(String(value.id))) ready.push(value)
      }
      return ready.slice(0, count).map(({ id }) => id)
    },
    drop: (count) => void ready.splice(0, count),
    sweepNext: () =>
      ready.find(({ isSwept }) => isSwept)?.id ?? (lowest === undefined ? undefined : lowest - 1),
  }
}

/** An id that comes again within so many is asked for once. */
const maxRememberedIds = 100_000

/**
 * Returns the sweep of an empty store, of `total` loans: down to the oldest one, and one request below it, since a loan
 * gets its id some time before it is posted. It begins at the highest id that has a neighbor in the list of the newest
 * loans, since one wild id would make it endless. `undefined` if the lists are empty or contradict each other: with fewer
 * ids than loans, a sweep would hide the others.
 */
export function firstSweep(
  newest: readonly number[],
  oldest: readonly number[],
  total = 0,
): Sweep | undefined {
  if (newest.length === 0 || oldest.length === 0) return undefined
  const ids = newest.toSorted((a, b) => b - a)
  const start = ids.findIndex((id, at) => id - (ids[at + 1] ?? Number.NEGATIVE_INFINITY) <= neighborhood)
  const above = start === -1 ? ids.length - 1 : start
  const next = ids[above] ?? 0
  const bottom = Math.max(1, Math.min(...oldest) - perRequest)
  return next - bottom + 1 < total - above ? undefined : { next, bottom }
}

/** Ids of loans that were posted one after the other differ by less. */
const neighborhood = 100_000
