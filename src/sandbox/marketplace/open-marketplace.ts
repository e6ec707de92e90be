/**
 * Opens a marketplace. Its seed, its size, the day of opening and the day on which it is seen determine it
 * completely. Outlines and
 * indexes are generated on first use, and full records only when they are shown.
 */

import { lazy } from '../../core/lazy.ts'
import { day, floorToDay } from './calendar.ts'
import { makeEntries } from './journal.ts'
import { makeLoans } from './loans/make-loans.ts'
import { splitIntoShares } from './loans/shares.ts'
import { chooseInviter, countLendersBy, makeLender, sumActivity } from './make-lender.ts'
import type { Marketplace, Member, PartnerBooks } from './model.ts'
import { keepBooks, makePartners } from './partners.ts'
import { seedRandom } from './random.ts'
import { categories, countTeamsBy, makeMemberships, makeTeam, sumTeamLoans } from './teams.ts'

interface MarketplaceOptions {
  readonly seed: number
  /** Number of loans on day 0. */
  readonly size: number
  /** Milliseconds since the epoch, on day 0. */
  readonly now: number
  /** Days after day 0 on which the marketplace is seen. Default: 0. */
  readonly day?: number
}

/**
 * Returns a marketplace. The same seed, size and day give the same marketplace. On a later `day` it has the
 * same records under the same ids, as they are by then, and those that have come since.
 */
export function openMarketplace({ seed, size, now, day: later = 0 }: MarketplaceOptions): Marketplace {
  const randomFor = seedRandom(seed)
  const start = floorToDay(now)
  const today = start + later * day
  const lendersAtStart = Math.max(400, Math.ceil(size * 0.6))
  const teamsAtStart = Math.max(3 * categories.length, Math.ceil(size / 40))
  const lenderCount = countLendersBy({ start, lendersAtStart }, today)
  const teamCount = countTeamsBy({ start, teamsAtStart }, today)
  const partners = lazy(() => makePartners(randomFor, start))
  const loans = lazy(() => makeLoans(size, { randomFor, start, today }, partners()))
  const teams = lazy(() =>
    Array.from({ length: teamCount }, (_, index) =>
      makeTeam(index, { randomFor, start, lendersAtStart, teamsAtStart }),
    ),
  )
  const activity = lazy(() => sumActivity(randomFor, lenderCount))
  const books = lazy(() => keepBooks(market))
  const market: Marketplace = {
    randomFor,
    start,
    today,
    get loans() {
      return loans()
    },
    get partners() {
      return partners()
    },
    get teams() {
      return teams()
    },
    get entries() {
      return journal()
    },
    get activitySums() {
      return activity()
    },
    lenderCount,
    teamCount,
    lendersAtStart,
    teamsAtStart,
    lender: (index) => makeLender(index, randomFor),
    loansOfLender: (lender) => holdings().get(lender) ?? [],
    teamsOfLender: (lender) => memberships(lender),
    membersOfTeam: (team) => members()[team] ?? [],
    lentByTeam: (team) => lent()[team] ?? { loans: [], amount: 0 },
    inviteesOf: (lender) => invitees().get(lender) ?? 0,
    booksOf: (partner) => books()[partner] as PartnerBooks,
  }

  const journal = lazy(() => market.loans.flatMap((loan) => makeEntries(market, loan)))
  const holdings = lazy(() => {
    const found = new Map<number, number[]>()
    for (const loan of market.loans)
      for (const { lender } of splitIntoShares(market, loan)) push(found, lender, loan.index)
    return found
  })
  const founders = lazy(() => {
    const found = new Map<number, number[]>()
    for (const team of market.teams) push(found, team.founder, team.index)
    return found
  })
  const memberships = (lender: number) => makeMemberships(market, founders().get(lender) ?? [], lender)
  const members = lazy(() => {
    const found: Member[][] = Array.from({ length: teamCount }, () => [])
    for (let lender = 0; lender < lenderCount; lender++)
      for (const { team, since } of memberships(lender)) found[team]?.push({ lender, since })
    return found
  })
  const lent = lazy(() => sumTeamLoans(market))
  const invitees = lazy(() => {
    const found = new Map<number, number>()
    for (let lender = 0; lender < lenderCount; lender++) {
      const inviter = chooseInviter(market, lender)
      if (inviter !== undefined) found.set(inviter, (found.get(inviter) ?? 0) + 1)
    }
    return found
  })
  return market
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
