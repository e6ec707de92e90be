/** Which loans a pull asks for next. Pure: the store answers the questions. */

/** Ids that no pull has asked for yet, from `next` down to `bottom`. Done once `next` is below `bottom`. */
export interface Sweep {
  readonly next: number
  readonly bottom: number
}

/** What the store knows. */
export interface Known {
  /** Ids of lists whose loans were never read, or were left out by the service long ago. */
  readonly unread: Iterable<number>
  readonly sweep: Sweep | undefined
  /** Returns the ids between two ids, both included, whose loans are stored. */
  stored(from: number, to: number): ReadonlySet<number>
  /** Yields the ids of the loans with this status that this pull has not read yet: first the one read longest ago. */
  stale(status: string): Iterable<number>
}

interface WantedId {
  readonly id: number
  /** Whether the id comes from the sweep: there need not be a loan. */
  readonly isSwept: boolean
}

/** The statuses of loans that still change, most urgent first. */
export const changingStatuses = ['fundraising', 'funded', 'in_repayment'] as const

/** Yields the ids to ask for: loans that were never read, then those that change. An id may come twice. */
export function* wantedIds({ unread, sweep, stored, stale }: Known): Generator<WantedId> {
  for (const id of unread) yield { id, isSwept: false }
  if (sweep) {
    for (let to = sweep.next; to >= sweep.bottom; to -= stride) {
      const from = Math.max(sweep.bottom, to - stride + 1)
      const known = stored(from, to)
      for (let id = to; id >= from; id--) if (!known.has(id)) yield { id, isSwept: true }
    }
  }
  for (const status of changingStatuses) for (const id of stale(status)) yield { id, isSwept: false }
}

/** How many ids of the sweep are compared with the store at once. */
const stride = 5000

/**
 * Returns the sweep of an empty store: from the newest loan down to the oldest one, and one request below it, since a loan
 * gets its id some time before it is posted. `undefined` for a service without loans.
 */
export function firstSweep(newest: readonly number[], oldest: readonly number[]): Sweep | undefined {
  if (newest.length === 0 || oldest.length === 0) return undefined
  return { next: Math.max(...newest), bottom: Math.max(1, Math.min(...oldest) - 50) }
}
