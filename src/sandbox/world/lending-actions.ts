/** The 100 most recent shares of public lenders (service.md "Limits"). */
import type { JsonObject } from '../../context.ts'
import { day, isoDate } from './calendar.ts'
import { lenderListing } from './lender-record.ts'
import { loanListing } from './loan-record.ts'
import type { Marketplace } from './marketplace.ts'
import { sharesOf } from './shares.ts'

const most = 100
const firstActionId = 70000001
/** Above the number of lenders of a loan. */
const sharesEach = 1000

export function recentLendingActions(market: Marketplace): readonly JsonObject[] {
  // No loan takes shares for more than 30 days; the latest of them are among the loans of the last 60.
  const young = market.loans.filter((loan) => loan.posted > market.today - 60 * day)
  return young
    .flatMap((loan) => sharesOf(market, loan).map((share, nth) => ({ loan, nth, ...share })))
    .sort((a, b) => b.at - a.at || b.loan.index - a.loan.index || b.nth - a.nth)
    .map((action) => ({ ...action, by: market.lender(action.lender) }))
    .filter(({ by }) => by.id !== undefined)
    .slice(0, most)
    .map(({ loan, nth, at, by }) => ({
      id: firstActionId + loan.index * sharesEach + nth,
      date: isoDate(at),
      loan: loanListing(market, loan),
      lender: lenderListing(by),
    }))
}
