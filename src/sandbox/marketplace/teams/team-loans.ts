/** What was lent in the name of teams. */

import { sharesOf } from '../loans/shares.ts'
import type { Marketplace } from '../open-marketplace.ts'

export interface Lent {
  /** Indexes of the loans, each once. */
  readonly loans: readonly number[]
  /** US dollars. */
  readonly amount: number
}

/** Four shares in five are lent in the name of a team of which the lender was a member by then. */
export function tallyTeams(market: Marketplace): readonly Lent[] {
  const memberships = Array.from({ length: market.lenderCount }, (_, lender) => market.teamsOfLender(lender))
  const found = market.teams.map(() => ({ loans: [] as number[], amount: 0 }))
  for (const loan of market.loans) {
    const roll = market.dice('lent by team', loan.index)
    for (const { lender, amount, at } of sharesOf(market, loan)) {
      const open = (memberships[lender] ?? []).filter(({ since }) => since <= at)
      const team = open.length > 0 && roll.chance(0.8) ? found[roll.pick(open).team] : undefined
      if (team === undefined) continue
      team.amount += amount
      if (team.loans.at(-1) !== loan.index) team.loans.push(loan.index)
    }
  }
  return found
}
