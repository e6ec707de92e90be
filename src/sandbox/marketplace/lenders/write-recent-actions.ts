/** The 100 most recent shares of public lenders (service.md "Limits"). */

import type { JsonObject } from '../../../context.ts'
import { day, formatDate } from '../calendar.ts'
import { splitIntoShares } from '../loans/split-into-shares.ts'
import { writeLoanListing } from '../loans/write-loan.ts'
import type { Marketplace } from '../model.ts'
import { writeLenderListing } from './write-lender.ts'

const most = 100
const firstActionId = 70000001
/** Above the number of lenders of a loan. */
const sharesEach = 1000

export function writeRecentActions(market: Marketplace): readonly JsonObject[] {
  // The last hours have enough of them in a large marketplace; a small one is looked through whole.
  const few = findActionsSince(market, market.today - day / 4)
  const actions = few.length >= most ? few : findActionsSince(market, 0)
  return actions
    .toSorted((a, b) => b.at - a.at || b.loan.index - a.loan.index || b.nth - a.nth)
    .slice(0, most)
    .map(({ loan, nth, at, by }) => ({
      id: firstActionId + loan.index * sharesEach + nth,
      date: formatDate(at),
      loan: writeLoanListing(market, loan),
      lender: writeLenderListing(by),
    }))
}

/** The shares that public lenders took after a moment, in no order. */
function findActionsSince(market: Marketplace, since: number) {
  const open = market.loans.filter((loan) => (loan.funded ?? loan.expires) > since)
  return open.flatMap((loan) =>
    splitIntoShares(market, loan).flatMap(({ at, lender }, nth) => {
      const by = at > since ? market.lender(lender) : undefined
      return by?.id === undefined ? [] : [{ loan, nth, at, by }]
    }),
  )
}
