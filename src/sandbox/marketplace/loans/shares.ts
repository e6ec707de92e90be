/** The shares of a loan: who lent how much of it, and when. They sum to what the loan has raised. */
import { lendersBy } from '../lenders/make-lender.ts'
import type { Marketplace } from '../open-marketplace.ts'
import type { LoanSketch } from './make-loans.ts'
import { share as smallest } from './make-loans.ts'

export interface Share {
  /** Index of the lender; a lender has one share in a loan. */
  readonly lender: number
  /** US dollars. */
  readonly amount: number
  readonly at: number
}

/** Oldest first. The last share of a funded loan comes at the moment it is funded. */
export function sharesOf(
  market: Pick<Marketplace, 'dice' | 'today' | 'lenderCount'>,
  loan: LoanSketch,
): readonly Share[] {
  const { lenders: count, raised, index } = loan
  const roll = market.dice('shares', index)
  const members = lendersBy(market, loan.posted)
  const end = loan.funded ?? Math.min(market.today, loan.expires)
  const chosen = new Set<number>()
  let left = raised / smallest
  return Array.from({ length: count }, (_, nth) => {
    const others = count - nth - 1
    const most = left - others
    const fair = left / (others + 1)
    const units = others === 0 ? left : Math.min(most, 1 + Math.floor(roll.next() ** 2 * 2 * fair))
    left -= units
    // The help's example lender is among those of its example loan.
    let lender = index === 0 && nth === Math.min(3, count - 1) ? 0 : Math.floor(members * roll.next() ** 1.3)
    while (chosen.has(lender)) lender = (lender + 1) % members
    chosen.add(lender)
    const late = others === 0 && loan.funded !== undefined ? 1 : (nth + roll.next()) / count
    return { lender, amount: units * smallest, at: Math.floor(loan.posted + late * (end - loan.posted)) }
  })
}
