/** Splits a loan into shares: who lent how much, and when. The shares sum to the amount raised. */

import { lendsAsRobin } from '../lenders/habits.ts'
import { countLendersBy } from '../lenders/make-lender.ts'
import type { Loan, Marketplace, Share } from '../model.ts'
import type { Random } from '../random.ts'
import { walkShares } from './walk-shares.ts'

type MarketParts = Pick<Marketplace, 'randomFor' | 'start' | 'today' | 'lendersAtStart' | 'activitySums'>

/** How often a lender is drawn anew who has a share already. */
const draws = 8

/** Returns the shares so far, oldest first. */
export function splitIntoShares(market: MarketParts, loan: Loan): readonly Share[] {
  const { index, backers } = loan
  const shares: Share[] = []
  if (loan.lenders === 0) return shares
  const random = market.randomFor('lenders of loan', index)
  const members = countLendersBy(market, loan.posted)
  // Robin has habits instead of an activity.
  const chosen = new Set<number>([0])
  const robins = random.below(backers)
  const turnOfRobin = index === 0 ? Math.min(3, backers - 1) : lendsAsRobin(market, loan) ? robins : -1
  walkShares(loan, market.randomFor, market.start, (amount, at) => {
    if (at > market.today) return false
    const lender =
      shares.length === turnOfRobin ? 0 : drawLender(market.activitySums, members, random, chosen)
    chosen.add(lender)
    shares.push({ lender, amount, at })
    return true
  })
  return shares
}

/** Returns one of the first `members` lenders who is not yet chosen. Active lenders are drawn more often. */
function drawLender(
  sums: Float64Array,
  members: number,
  random: Random,
  chosen: ReadonlySet<number>,
): number {
  const whole = sums[members - 1] ?? 0
  let lender = 0
  for (let nth = 0; nth < draws; nth++) {
    const wanted = random.next() * whole
    let low = 0
    let high = members - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (wanted < (sums[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    lender = low
    if (!chosen.has(lender)) return lender
  }
  while (chosen.has(lender)) lender = (lender + 1) % members
  return lender
}
