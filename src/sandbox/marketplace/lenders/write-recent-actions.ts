/** The 100 most recent shares of public lenders (docs/service.md, Limits). */
import type { JsonObject } from '../../../ports/json.ts'
import { formatDate } from '../calendar.ts'
import { splitIntoShares } from '../loans/split-into-shares.ts'
import { writeLoanListing } from '../loans/write-loan.ts'
import type { Loan, Marketplace } from '../model.ts'
import { writeLenderListing } from './write-lender.ts'

const most = 100
const firstActionId = 70000001
/** Above the number of lenders of a loan. */
const sharesEach = 1000

/** `now` in milliseconds. The youngest are minutes old, whatever the hour. */
export function writeRecentActions(market: Marketplace, now: number): readonly JsonObject[] {
  const moment = Math.floor(now / 1000)
  const open = market.loans.filter(({ status }) => status === 'fundraising')
  const young = listActions(market, open, moment)
  // A small marketplace has too few that are still asking.
  const actions = young.length >= most ? young : listActions(market, market.loans, moment)
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

/** The shares of public lenders in some loans, in no order. */
function listActions(market: Marketplace, loans: readonly Loan[], moment: number) {
  return loans.flatMap((loan) =>
    splitIntoShares(market, loan).flatMap(({ at, lender }, nth) => {
      const by = market.lender(lender)
      return by.id === undefined ? [] : [{ loan, nth, at: bringUpToDate(market, loan, at, moment), by }]
    }),
  )
}

/**
 * The marketplace stands still at midnight, and an hour later its latest action would be an hour old. So the shares of
 * a loan that is still asking are drawn out towards now, the late ones closest: their order and all else stays.
 */
function bringUpToDate(
  { today }: Pick<Marketplace, 'today'>,
  loan: Loan,
  at: number,
  moment: number,
): number {
  if (loan.status !== 'fundraising') return at
  const before = Math.min(today, loan.expires) - loan.posted
  const after = Math.min(moment, loan.expires) - loan.posted
  const left = 1 - (at - loan.posted) / before
  return loan.posted + Math.floor(after * (1 - left ** 1.5))
}
