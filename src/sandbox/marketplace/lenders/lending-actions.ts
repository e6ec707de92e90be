/** The 100 most recent shares of public lenders (service.md "Limits"). */
import type { JsonObject } from '../../../context.ts'
import { day, isoDate } from '../calendar.ts'
import { loanListing } from '../loans/loan-record.ts'
import { sharesOf } from '../loans/shares.ts'
import type { Marketplace } from '../open-marketplace.ts'
import { lenderListing } from './lender-record.ts'

const most = 100
const firstActionId = 70000001
/** Above the number of lenders of a loan. */
const sharesEach = 1000

export function recentLendingActions(market: Marketplace): readonly JsonObject[] {
  // The last hours have enough of them in a large marketplace; a small one is looked through whole.
  const few = actionsSince(market, market.today - day / 4)
  const actions = few.length >= most ? few : actionsSince(market, 0)
  return actions
    .toSorted((a, b) => b.at - a.at || b.loan.index - a.loan.index || b.nth - a.nth)
    .slice(0, most)
    .map(({ loan, nth, at, by }) => ({
      id: firstActionId + loan.index * sharesEach + nth,
      date: isoDate(at),
      loan: loanListing(market, loan),
      lender: lenderListing(by),
    }))
}

/** The shares that public lenders took after a moment, in no order. */
function actionsSince(market: Marketplace, since: number) {
  const open = market.loans.filter((loan) => (loan.funded ?? loan.expires) > since)
  return open.flatMap((loan) =>
    sharesOf(market, loan).flatMap(({ at, lender }, nth) => {
      const by = at > since ? market.lender(lender) : undefined
      return by?.id === undefined ? [] : [{ loan, nth, at, by }]
    }),
  )
}
