import type { ValuesOf } from '../../api/endpoint.ts'
import type { loans } from '../../commands/resources/loans.ts'
import type { JsonObject } from '../../core/json.ts'
import { activities } from '../marketplace/data/activities.ts'
import { countries } from '../marketplace/data/countries.ts'
import { makeEntries, writeEntry } from '../marketplace/journal.ts'
import { longestFundraising } from '../marketplace/loans/decide-outcome.ts'
import { firstLoanId } from '../marketplace/loans/make-loans.ts'
import { writeUpdates } from '../marketplace/loans/payments.ts'
import { splitIntoShares } from '../marketplace/loans/shares.ts'
import { writeLoanDetail, writeLoanListing } from '../marketplace/loans/write-loan.ts'
import { describeLoan, joinLoanText } from '../marketplace/loans/write-story.ts'
import type { Loan, Marketplace } from '../marketplace/model.ts'
import { containsAll, searchWords } from '../marketplace/text.ts'
import { writeLenderListing } from '../marketplace/write-lender.ts'
import { findAll, findOne, type HandlersFor, listRecords, mapToRecords, type RecordList } from './handler.ts'
import { loanOrders, sortBy } from './orders.ts'

export const loanHandlers: HandlersFor<typeof loans.endpoints> = {
  '/loans/search': (market, values) => {
    const loans = market.loans.filter(createFilter(market, values))
    return listLoans(market, sortBy(loans, loanOrders[values.sort_by ?? 'newest']))
  },
  '/loans/newest': (market) => {
    const open = market.loans.filter(createFilter(market, { status: ['fundraising'] }))
    return listLoans(market, sortBy(open, loanOrders.newest))
  },
  '/loans/:ids': (market, { ids }) =>
    mapToRecords(findAll('loan', ids, byLoanId(market)), (loan) => writeLoanDetail(market, loan)),
  '/loans/:id/lenders': (market, { id }) => {
    const loan = findOne('loan', id, byLoanId(market))
    // Newest first. Anonymous lenders are listed without an id, as on the live service, so the total equals
    // the loan's lender count.
    return mapToRecords(splitIntoShares(market, loan).toReversed(), ({ lender }) =>
      writeLenderListing(market.lender(lender)),
    )
  },
  '/loans/:id/journal_entries': (market, { id }) => {
    const entries = makeEntries(market, findOne('loan', id, byLoanId(market))).toReversed()
    return mapToRecords(entries, (entry) => writeEntry(market, entry))
  },
  '/loans/:id/updates': (market, { id }) =>
    listRecords(writeUpdates(market, findOne('loan', id, byLoanId(market)))),
}

/** Returns a list of loans. Full records are generated only for the loans that are read. */
export function listLoans(market: Marketplace, loans: readonly Loan[]): RecordList {
  return mapToRecords(
    loans,
    (loan) => writeLoanListing(market, loan),
    (loan) => firstLoanId + loan.index,
  )
}

/** Returns the detailed record of a loan, or `undefined` if the text is no loan's id. */
export function findLoanRecord(market: Marketplace, id: string): JsonObject | undefined {
  const loan = /^[1-9]\d{0,8}$/.test(id) ? byLoanId(market)(Number(id)) : undefined
  return loan && writeLoanDetail(market, loan)
}

const byLoanId = (market: Marketplace) => (id: number) => market.loans[id - firstLoanId]

type Wanted = ValuesOf<typeof loans.endpoints.search>

/**
 * Checks the cheap fields first. Texts are generated only for loans that pass those checks, and without any
 * filter no loan is looked at.
 */
function createFilter(market: Marketplace, wanted: Wanted): (loan: Loan) => boolean {
  const { status, gender, region, country_code, sector, partner, q } = wanted
  const codes = country_code && upper(country_code)
  const sectors = sector && upper(sector)
  const inCountry = countries.map(
    ({ code, region: of }) =>
      (!codes || codes.includes(code)) && (!region || (region as readonly string[]).includes(of)),
  )
  const isAnywhere = !codes && !region
  const inSector = activities.map(({ sector: of }) => !sectors || sectors.includes(of.toUpperCase()))
  const genders = gender === undefined ? undefined : ({ female: 'F', male: 'M' }[gender.toLowerCase()] ?? '?')
  const words = q === undefined ? [] : searchWords(q)
  // Old loans aren't made to see that they are no longer fundraising.
  const since = status?.every((wanted) => wanted === 'fundraising')
    ? market.today - longestFundraising
    : undefined
  return (loan) =>
    (since === undefined || loan.posted > since) &&
    (!status || (status as readonly string[]).includes(loan.status)) &&
    (isAnywhere || inCountry[loan.country] === true) &&
    (!sectors || inSector[loan.activity] === true) &&
    (genders === undefined || loan.gender === genders) &&
    (!partner || partner.includes(market.partners[loan.partner ?? -1]?.id ?? 0)) &&
    (words.length === 0 || containsAll(joinLoanText(describeLoan(market, loan)), words))
}

const upper = (texts: readonly string[]) => texts.map((text) => text.toUpperCase())
