/** What the steps of `kiva mirror pull` share: the store, what was done so far, and how much a pull may take. */
import type { Context } from '../core/context.ts'
import type { KivaError } from '../core/errors.ts'
import type { PullState } from '../mirror/pull-state.ts'
import type { Store } from '../mirror/store.ts'
import type { ReadPorts } from '../records/reading.ts'
import { limitRequests, RequestsSpent } from '../records/request-limit.ts'
import type { PullClock } from './pull-clock.ts'

/** What the steps of a pull share. */
export interface Steps {
  readonly store: Store
  readonly state: PullState
  readonly ports: ReadPorts
  readonly done: Done
  readonly clock: PullClock
  /** Shows the progress. `total` is the number of all requests, if known. */
  report(total?: number): Promise<void> | void
}

/** What a pull has done so far. */
export interface Done {
  loans: number
  partners: number
  /** Loans of lists and of the store about which the service gave an answer, and those of them that it does not have. */
  named: number
  missing: number
  /** The ids of `--ids` that the service does not have. */
  readonly notFound: number[]
  /** Records that were left out: without a valid id, and of loans that were not asked for. */
  withoutId: number
  others: number
  /** Lending actions that were new, and whether others were made since the pull before and are no longer listed. */
  actions: number
  actionsMissed: boolean
  /** Problems that end the pull after everything else was read. */
  outage?: KivaError
  brokenList?: KivaError
}

export interface PullContext extends Context {
  readonly budget: Budget
}

/** How much a pull may take. */
interface Budget {
  readonly fetch: Context['fetch']
  /** Fires when the pull ends. */
  readonly signal: AbortSignal
  readonly maxRequests: number
  /** When the time is over, in milliseconds since the epoch. */
  readonly until: number | undefined
  /** Returns the number of requests so far, retries included. */
  sent(): number
  /** Returns how many of them failed, or were answered with status 429 or 5xx. */
  failed(): number
  /** Returns what is spent, if that is why the pull ends with this problem. */
  spentOn(problem: unknown): 'time' | 'requests' | undefined
  /** Stops the timer. */
  close(): void
}

export function openBudget(
  context: Context,
  milliseconds: number | undefined,
  maxRequests = Number.POSITIVE_INFINITY,
): Budget {
  const { now, sleep, observe } = context
  const limit = limitRequests(context, maxRequests)
  const over = new AbortController()
  const closed = new AbortController()
  const until = milliseconds === undefined ? undefined : now() + milliseconds
  let failed = 0
  observe((event) => {
    if (event.kind === 'failure' && !event.isCanceled) failed += 1
    if (event.kind === 'reply' && (event.reply.status >= 500 || event.reply.status === 429)) failed += 1
  })
  const watch = async (end: number) => {
    for (let rest = end - now(); rest > 0; rest = end - now())
      await sleep(Math.min(rest, longestTimer), closed.signal)
    over.abort()
  }
  // It fails only when it is closed.
  if (until !== undefined) watch(until).catch(() => {})
  return {
    fetch: limit.fetch,
    signal: AbortSignal.any([limit.signal, over.signal]),
    maxRequests,
    until,
    sent: limit.sent,
    failed: () => failed,
    spentOn(problem) {
      if (over.signal.aborted) return 'time'
      return problem instanceof RequestsSpent ? 'requests' : undefined
    },
    close: () => closed.abort(),
  }
}

/** Milliseconds. A longer timer of Node.js fires at once. */
const longestTimer = 2 ** 31 - 1
