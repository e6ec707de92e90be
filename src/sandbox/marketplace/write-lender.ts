/**
 * Writes lenders and recent lending actions in the format of the service. Every optional key is present for some lenders
 * and missing for others.
 */
import { anonymousLender } from '../../api/gaps.ts'
import type { JsonObject } from '../../core/json.ts'
import { formatDate } from './calendar.ts'
import { occupationalInfos, occupations, reasons } from './data/names.ts'
import { splitIntoShares } from './loans/shares.ts'
import { writeLoanListing } from './loans/write-loan.ts'
import { chooseInviter, findJoinDate } from './make-lender.ts'
import { makeImage, placeholder } from './media.ts'
import type { Lender, Loan, Marketplace } from './model.ts'

/** Returns the record of a lender in a list. All anonymous lenders have the same record. */
export function writeLenderListing(lender: Lender): JsonObject {
  if (lender.id === undefined) return anonymousLender
  return {
    lender_id: lender.id,
    name: lender.name,
    image: lender.pictured ? makeImage('lender', lender.index) : placeholder,
    ...(lender.whereabouts !== undefined && { whereabouts: lender.whereabouts }),
    ...(lender.country !== undefined && { country_code: lender.country }),
    uid: lender.id,
  }
}

/** Returns the texts of a lender's profile. An empty one is "" or missing, as on the live service. */
export function describeLender(market: Pick<Marketplace, 'randomFor'>, index: number) {
  const random = market.randomFor('about', index)
  const pickOrOmit = <T>(list: readonly T[], probability: number) =>
    index === 0 || random.chance(probability)
      ? random.pick(list)
      : random.chance(0.6)
        ? ('' as const)
        : undefined
  return {
    occupation: pickOrOmit(occupations, 0.6),
    loan_because: pickOrOmit(reasons, 0.5),
    occupational_info: pickOrOmit(occupationalInfos, 0.25),
    personal_url: pickOrOmit([`https://lenders.example/${index + 1001}`], 0.15),
  }
}

export function writeLenderDetail(market: Marketplace, lender: Lender): JsonObject {
  const { index } = lender
  const inviter = chooseInviter(market, index)
  const { personal_url, occupation, loan_because, occupational_info } = describeLender(market, index)
  return {
    ...writeLenderListing(lender),
    member_since: formatDate(findJoinDate(market, index)),
    ...(personal_url !== undefined && { personal_url }),
    ...(occupation !== undefined && { occupation }),
    ...(loan_because !== undefined && { loan_because }),
    ...(occupational_info !== undefined && { occupational_info }),
    loan_count: market.loansOfLender(index).length,
    invitee_count: market.inviteesOf(index),
    ...(inviter !== undefined && { inviter_id: market.lender(inviter).id ?? '' }),
  }
}

/** Returns the text that `q` of lender search is matched against: name, occupation, whereabouts, reasons. */
export function joinLenderText(market: Pick<Marketplace, 'randomFor'>, lender: Lender): string {
  const { occupation, loan_because } = describeLender(market, lender.index)
  return [lender.name, lender.whereabouts, occupation, loan_because].join(' ')
}

/** The most actions that the service reports (docs/service.md, Limits). */
const maxActions = 100
const firstActionId = 70000001
/** Size of the id range of a loan's shares: more than any loan has lenders. */
const sharesEach = 1000

/**
 * Returns the most recent lending actions, which are shares of public lenders, newest first. `now` is in milliseconds.
 * At any hour, the newest are minutes old.
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
