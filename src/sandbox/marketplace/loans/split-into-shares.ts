/** Splits a loan into shares: who lent how much, and when. The shares sum to the amount raised. */

import { countLendersBy } from '../lenders/make-lender.ts'
import type { Loan, Marketplace, Share } from '../model.ts'
import { share as smallest } from './make-loans.ts'

/**
 * Returns the shares, oldest first. The last share of a funded loan has the time at which the loan was
 * funded.
 */
export function splitIntoShares(
  market: Pick<Marketplace, 'randomFor' | 'today' | 'lenderCount'>,
  loan: Loan,
): readonly Share[] {
  const { lenders: count, raised, index } = loan
  const random = market.randomFor('shares', index)
  const members = countLendersBy(market, loan.posted)
  const end = loan.funded ?? Math.min(market.today, loan.expires)
  const chosen = new Set<number>()
  let left = raised / smallest
  return Array.from({ length: count }, (_, nth) => {
    const others = count - nth - 1
    const most = left - others
    const fair = left / (others + 1)
    const units = others === 0 ? left : Math.min(most, 1 + Math.floor(random.next() ** 2 * 2 * fair))
    left -= units
    // The example lender of the help has a share in the example loan.
    let lender =
      index === 0 && nth === Math.min(3, count - 1) ? 0 : Math.floor(members * random.next() ** 1.3)
    while (chosen.has(lender)) lender = (lender + 1) % members
    chosen.add(lender)
    const late = others === 0 && loan.funded !== undefined ? 1 : (nth + random.next()) / count
    return { lender, amount: units * smallest, at: Math.floor(loan.posted + late * (end - loan.posted)) }
  })
}
