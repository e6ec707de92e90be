/** What the mirror has of the marketplace, and what it lacks. */
import { loanStatuses } from '../api/records/closed-sets.ts'
import type { JsonObject } from '../core/json.ts'
import { counted, withThousands } from '../core/numbers.ts'
import { namesOfStatus } from '../domain/loan-status.ts'
import { percentWithTenths } from '../output/words/format.ts'
import type { Store } from './store.ts'

/** The loans of the mirror with a status. Times are ISO 8601, in UTC. */
interface StatusCoverage extends JsonObject {
  readonly status: string | null
  readonly loans: number
  /** When the one that was read longest ago was read: since then, each was read once. */
  readonly all_read_since: string
  readonly last_read: string
}

/** Returns the loans by status, those of which there are most first. */
export function statusesOf({ database }: Store): readonly StatusCoverage[] {
  const reading = (order: string) =>
    `(SELECT read_at FROM loans l WHERE l.status IS nullif(c.status, '') ORDER BY read_at ${order} LIMIT 1)`
  const isCounted = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'").get() !== undefined
  return database
    .prepare(
      isCounted
        ? `SELECT c.status, c.loans, ${reading('ASC')}, ${reading('DESC')} FROM counts c WHERE c.loans > 0 ORDER BY 2 DESC, 1`
        : // A first fill is under way.
          `SELECT coalesce(status, ''), count(*), min(read_at), max(read_at) FROM loans GROUP BY 1 ORDER BY 2 DESC, 1`,
    )
    .all()
    .map(([status, loans, oldest, newest]) => ({
      status: status === '' ? null : String(status),
      loans: Number(loans),
      all_read_since: String(oldest),
      last_read: String(newest),
    }))
}

/** How much of what the service lists is in the mirror. */
interface Coverage extends JsonObject {
  /** Loans with a status that the search of the service lists. */
  readonly loans: number
  /** How many the search listed when a pull last read it. Null before the first pull. */
  readonly listed: number | null
  readonly listed_at: string | null
}

export const totalOf = (statuses: readonly StatusCoverage[]) =>
  statuses.reduce((sum, { loans }) => sum + loans, 0)

const listed: readonly string[] = loanStatuses.flatMap(namesOfStatus)

export function coverageOf({ setting }: Store, statuses: readonly StatusCoverage[]): Coverage {
  const [total, at] = [setting('listed'), setting('listed_at')]
  return {
    loans: statuses.reduce((sum, { status, loans }) => sum + (listed.includes(status ?? '') ? loans : 0), 0),
    listed: total === undefined ? null : Number(total),
    listed_at: at === undefined ? null : String(at),
  }
}

/** `2,431,004 of 2,493,112 loans (97.5%)`, or how many loans there are at all, if it is not known how many are listed. */
export function coverageWords({ loans, listed }: Coverage, statuses: readonly StatusCoverage[]): string {
  if (listed === null || listed === 0) return counted(totalOf(statuses), 'loans')
  // Not 100% while one is missing. It is more where loans have changed their status since.
  const share = Math.min(Math.floor((loans / listed) * 1000) / 10, 100)
  return `${withThousands(loans)} of ${counted(listed, 'loans')} (${share === 100 ? '100%' : percentWithTenths(share)})`
}
