/** What the mirror has of the marketplace, and what it lacks. */
import { loanStatuses } from '../api/records/closed-sets.ts'
import type { JsonObject } from '../core/json.ts'
import { counted, withThousands } from '../core/numbers.ts'
import { namesOfStatus } from '../domain/loan-status.ts'
import { percentWithTenths } from '../output/words/format.ts'
import { mostAskings } from './absence.ts'
import type { Store } from './store.ts'
import { perRequest } from './wanted.ts'

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

/** How many loans the mirror lacks, and what is asked for again because of them. */
interface Lack extends JsonObject {
  /** Loans that the search lists and the mirror lacks. Null if it is not known how many are listed. */
  readonly lacking: number | null
  /** Ids of no loan here that the service left out, and that pulls ask for again. */
  readonly ids_asked_again: number
  /** The requests that ask for each of these ids once. */
  readonly requests_asked_again: number
}

export function lackOf(store: Store, { loans, listed }: Coverage): Lack {
  const lacking = listed === null ? null : Math.max(0, listed - loans)
  const askings = askingsOf(store, Boolean(lacking))
  const [ids] = store.database.prepare('SELECT count(*) FROM absent WHERE tries < ?').get(askings) ?? []
  return {
    lacking,
    ids_asked_again: Number(ids),
    // A loan that the service has goes along: without it, a reply proves nothing.
    requests_asked_again: Math.ceil(Number(ids) / (perRequest - 1)),
  }
}

/**
 * Returns how often pulls ask for an id that the service left out: some times while loans are lacking, else as often as one
 * was asked for that came in the end. Loans that the search does not list, such as expired ones, are not counted as lacking,
 * and may have been left out together with it.
 */
export const askingsOf = ({ setting }: Store, isLacking: boolean): number =>
  Math.min(mostAskings, isLacking ? mostAskings : 1 + Number(setting('came_after') ?? 0))

/** Says what the mirror lacks. While the first fill goes on, that is not yet said: most loans are still to come. */
export function lackWords(
  { lacking, ids_asked_again: ids, requests_asked_again: requests }: Lack,
  isFilling: boolean,
): readonly string[] {
  if (isFilling) return []
  const lines = [
    lacking ? `The API lists ${counted(lacking, 'loans')} that the mirror lacks.` : '',
    ids > 0
      ? `Pulls ask again for ${counted(ids, 'ids')} that the API left out: ${counted(requests, 'requests')} each time, at most ${mostAskings} times.`
      : '',
  ]
  return lines.filter((line) => line !== '')
}

/**
 * `2,431,004 of 2,493,112 loans (97.5%)`, or how many loans there are at all, if it is not known how many are listed: also
 * where the mirror has more, since loans were posted or have changed their status since.
 */
export function coverageWords({ loans, listed }: Coverage, statuses: readonly StatusCoverage[]): string {
  if (listed === null || listed === 0 || loans > listed) return counted(totalOf(statuses), 'loans')
  // Not 100% while one is missing.
  const share = Math.floor((loans / listed) * 1000) / 10
  return `${withThousands(loans)} of ${counted(listed, 'loans')} (${share === 100 ? '100%' : percentWithTenths(share)})`
}
