/** The 100 most recent shares of public lenders (docs/service.md, Limits). */
import type { JsonObject } from '../../../ports/json.ts'
import { formatDate } from '../calendar.ts'
import { splitIntoShares } from '../loans/split-into-shares.ts'
import { writeLoanListing } from '../loans/write-loan.ts'
import type { Loan, Marketplace } from '../model.ts'
import { writeLenderListing } from './write-lender.ts'

const maxActions = 100
const firstActionId = 70000001
/** Size of the id range of a loan's shares: more than any loan has lenders. */
const sharesEach = 1000

/**
 * Returns the most recent lending actions, newest first. `now` is in milliseconds. At any hour, the newest
 * are minutes old.
 */
export function writeRecentActions(market: Marketplace, now: number): readonly JsonObject[] {
  const moment = Math.floor(now / 1000)
  const open = market.loans.filter(({ status }) => status === 'fundraising')
  const young = listActions(market, open, moment)
  // A small marketplace has too few loans that are still fundraising.
  const actions = young.length >= maxActions ? young : listActions(market, market.loans, moment)
  return actions
    .toSorted((a, b) => b.at - a.at || b.loan.index - a.loan.index || b.nth - a.nth)
    .slice(0, maxActions)
    .map(({ loan, nth, at, by }) => ({
      id: firstActionId + loan.index * sharesEach + nth,
      date: formatDate(at),
      loan: writeLoanListing(market, loan),
      lender: writeLenderListing(by),
    }))
}

/** Returns the shares of public lenders in the given loans, unsorted. */
function listActions(market: Marketplace, loans: readonly Loan[], moment: number) {
  return loans.flatMap((loan) =>
    splitIntoShares(market, loan).flatMap(({ at, lender }, nth) => {
      const by = market.lender(lender)
      return by.id === undefined ? [] : [{ loan, nth, at: stretchToNow(market, loan, at, moment), by }]
    }),
  )
}

/**
 * Moves the time of a share towards now. The marketplace ends at midnight, so an hour later its latest action
 * would be an hour old. The shares of a loan that is still fundraising are stretched towards now, the latest
 * ones most. Their order and everything else stays the same.
 */
function stretchToNow({ today }: Pick<Marketplace, 'today'>, loan: Loan, at: number, moment: number): number {
  if (loan.status !== 'fundraising') return at
  const before = Math.min(today, loan.closes) - loan.posted
  const after = Math.min(moment, loan.closes) - loan.posted
  const left = 1 - (at - loan.posted) / before
  return loan.posted + Math.floor(after * (1 - left ** 1.5))
}
