/**
 * The marketplace: everything follows from its seed, its size and the day on which it was opened. Outlines are made
 * at first use, indexes of who is where at first need, whole records only for what is shown.
 */
import { midnightOf } from './calendar.ts'
import { type EntrySketch, entriesOf } from './journal/entries.ts'
import { lazy } from './lazy.ts'
import { inviterOf, type LenderSketch, sketchLender } from './lenders/make-lender.ts'
import { type LoanSketch, sketchLoans } from './loans/make-loans.ts'
import { sharesOf } from './loans/shares.ts'
import { type PartnerSketch, sketchPartners } from './partners/make-partners.ts'
import { type DiceOf, diceFrom } from './random.ts'
import { categories, type Membership, membershipsOf, sketchTeam, type TeamSketch } from './teams/make-team.ts'
import { type Lent, tallyTeams } from './teams/team-loans.ts'

export interface Marketplace {
  readonly dice: DiceOf
  /** The midnight (UTC) that began the day of opening: all that has happened is before it. */
  readonly today: number
  readonly loans: readonly LoanSketch[]
  readonly partners: readonly PartnerSketch[]
  readonly lenderCount: number
  readonly teamCount: number
  readonly teams: readonly TeamSketch[]
  /** Every journal entry, those of a loan together and oldest first; its place here makes its id. */
  readonly entries: readonly EntrySketch[]
  /** By loan: place of its first entry in `entries`. */
  readonly firstEntries: readonly number[]
  lender(index: number): LenderSketch
  /** Indexes of the loans in which a lender has a share, oldest first. */
  loansOfLender(lender: number): readonly number[]
  teamsOfLender(lender: number): readonly Membership[]
  membersOfTeam(team: number): readonly Member[]
  /** What was lent in the name of a team. */
  lentByTeam(team: number): Lent
  /** How many lenders somebody invited. */
  inviteesOf(lender: number): number
}

export interface Member {
  /** Index of the lender. */
  readonly lender: number
  readonly since: number
}

/** `now` in milliseconds. The same seed, size and day give the same marketplace. */
export function openMarketplace(seed: number, size: number, now: number): Marketplace {
  const dice = diceFrom(seed)
  const today = midnightOf(now)
  const lenderCount = Math.max(400, Math.ceil(size * 0.6))
  const teamCount = Math.max(3 * categories.length, Math.ceil(size / 40))
  const partners = lazy(() => sketchPartners(dice, today))
  const loans = lazy(() => sketchLoans(size, today, dice, partners()))
  const teams = lazy(() =>
    Array.from({ length: teamCount }, (_, index) =>
      sketchTeam(index, { dice, today, lenderCount, teamCount }),
    ),
  )
  const market: Marketplace = {
    dice,
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
    lender: (index) => sketchLender(index, dice),
    loansOfLender: (lender) => holdings().get(lender) ?? [],
    teamsOfLender: (lender) => memberships(lender),
    membersOfTeam: (team) => members()[team] ?? [],
    lentByTeam: (team) => lent()[team] ?? { loans: [], amount: 0 },
    inviteesOf: (lender) => invitees().get(lender) ?? 0,
  }

  const journal = lazy(() => {
    const entries: EntrySketch[] = []
    const firsts = market.loans.map((loan) => {
      const first = entries.length
      entries.push(...entriesOf(market, loan))
      return first
    })
    return { entries, firsts }
  })
  const holdings = lazy(() => {
    const found = new Map<number, number[]>()
    for (const loan of market.loans)
      for (const { lender } of sharesOf(market, loan)) push(found, lender, loan.index)
    return found
  })
  const founders = lazy(() => {
    const found = new Map<number, number[]>()
    for (const team of market.teams) push(found, team.founder, team.index)
    return found
  })
  const memberships = (lender: number) => membershipsOf(market, founders().get(lender) ?? [], lender)
  const members = lazy(() => {
    const found: Member[][] = Array.from({ length: teamCount }, () => [])
    for (let lender = 0; lender < lenderCount; lender++)
      for (const { team, since } of memberships(lender)) found[team]?.push({ lender, since })
    return found
  })
  const lent = lazy(() => tallyTeams(market))
  const invitees = lazy(() => {
    const found = new Map<number, number>()
    for (let lender = 0; lender < lenderCount; lender++) {
      const inviter = inviterOf(market, lender)
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
