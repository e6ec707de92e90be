/**
 * Opens a marketplace. Its seed, its size and the day of opening determine it completely. Outlines and
 * indexes are generated on first use, and full records only when they are shown.
 */

import { lazy } from '../../lazy.ts'
import { floorToDay } from './calendar.ts'
import { makeEntries } from './journal/make-entries.ts'
import { chooseInviter, makeLender } from './lenders/make-lender.ts'
import { makeLoans } from './loans/make-loans.ts'
import { splitIntoShares } from './loans/split-into-shares.ts'
import type { JournalEntry, Marketplace, Member } from './model.ts'
import { makePartners } from './partners/make-partners.ts'
import { seedRandom } from './random.ts'
import { categories, makeMemberships, makeTeam } from './teams/make-team.ts'
import { sumTeamLoans } from './teams/sum-team-loans.ts'

/**
 * Returns a marketplace with `size` loans. `now` is in milliseconds. The same seed, size and day give the
 * same marketplace.
 */
export function openMarketplace(seed: number, size: number, now: number): Marketplace {
  const randomFor = seedRandom(seed)
  const today = floorToDay(now)
  const lenderCount = Math.max(400, Math.ceil(size * 0.6))
  const teamCount = Math.max(3 * categories.length, Math.ceil(size / 40))
  const partners = lazy(() => makePartners(randomFor, today))
  const loans = lazy(() => makeLoans(size, today, randomFor, partners()))
  const teams = lazy(() =>
    Array.from({ length: teamCount }, (_, index) =>
      makeTeam(index, { randomFor, today, lenderCount, teamCount }),
    ),
  )
  const market: Marketplace = {
    randomFor,
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
      return journal().entries
    },
    get firstEntries() {
      return journal().firsts
    },
    lenderCount,
    teamCount,
    lender: (index) => makeLender(index, randomFor),
    loansOfLender: (lender) => holdings().get(lender) ?? [],
    teamsOfLender: (lender) => memberships(lender),
    membersOfTeam: (team) => members()[team] ?? [],
    lentByTeam: (team) => lent()[team] ?? { loans: [], amount: 0 },
    inviteesOf: (lender) => invitees().get(lender) ?? 0,
  }

  const journal = lazy(() => {
    const entries: JournalEntry[] = []
    const firsts = market.loans.map((loan) => {
      const first = entries.length
      entries.push(...makeEntries(market, loan))
      return first
    })
    return { entries, firsts }
  })
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
