/** Sums the loans that lenders made on behalf of teams. */

import { splitIntoShares } from '../loans/split-into-shares.ts'
import type { Marketplace } from '../model.ts'
import type { TeamLoans } from './team.ts'

/**
 * Returns the loans of each team, by team index. If the lender already belonged to a team, four in five
 * shares are lent on behalf of one of the lender's teams.
 */
export function sumTeamLoans(market: Marketplace): readonly TeamLoans[] {
  const memberships = Array.from({ length: market.lenderCount }, (_, lender) => market.teamsOfLender(lender))
  const found = market.teams.map(() => ({ loans: [] as number[], amount: 0 }))
  for (const loan of market.loans) {
    const random = market.randomFor('lent by team', loan.index)
    for (const { lender, amount, at } of splitIntoShares(market, loan)) {
      const open = (memberships[lender] ?? []).filter(({ since }) => since <= at)
      const team = open.length > 0 && random.chance(0.8) ? found[random.pick(open).team] : undefined
      if (team === undefined) continue
      team.amount += amount
      if (team.loans.at(-1) !== loan.index) team.loans.push(loan.index)
    }
  }
  return found
}
