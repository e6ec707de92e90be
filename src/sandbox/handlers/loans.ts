import type { loans } from '../../commands/loans.ts'
import { activities } from '../marketplace/data/activities.ts'
import { countries } from '../marketplace/data/countries.ts'
import { entryRecord } from '../marketplace/journal/entries.ts'
import { lenderListing } from '../marketplace/lenders/lender-record.ts'
import { loanDetail, loanListing } from '../marketplace/loans/loan-record.ts'
import { searchTextOf, wordsOf } from '../marketplace/loans/loan-words.ts'
import { firstLoanId, type LoanSketch } from '../marketplace/loans/make-loans.ts'
import { sharesOf } from '../marketplace/loans/shares.ts'
import { entriesAbout, updatesOf } from '../marketplace/loans/updates.ts'
import type { Marketplace } from '../marketplace/open-marketplace.ts'
import { holds, searchWords } from '../marketplace/text.ts'
import { type AnswersTo, type Found, findAll, findOne, found, foundRecords } from './handler.ts'
import { inOrder, loanOrders } from './orders.ts'

export const loanAnswers: AnswersTo<typeof loans.endpoints> = {
  '/loans/search': (market, values) => {
    const loans = market.loans.filter(filterOf(market, values))
    return listed(market, inOrder(loans, loanOrders[values.sort_by ?? 'newest']))
  },
  '/loans/newest': (market) => {
    const open = market.loans.filter(({ status }) => status === 'fundraising')
    return listed(market, inOrder(open, loanOrders.newest))
  },
  '/loans/:ids': (market, { ids }) =>
    found(findAll('loan', ids, loanOf(market)), (loan) => loanDetail(market, loan)),
  '/loans/:id/lenders': (market, { id }) => {
    const loan = findOne('loan', id, loanOf(market))
    // Newest first. Anonymous ones are listed without id, as the live service does, so the count is the loan's.
    return found(sharesOf(market, loan).toReversed(), ({ lender }) => lenderListing(market.lender(lender)))
  },
  '/loans/:id/journal_entries': (market, { id }) => {
    const about = entriesAbout(market, findOne('loan', id, loanOf(market)))
    return found(about, (entry) => entryRecord(market, entry.id, entry.entry))
  },
  '/loans/:id/updates': (market, { id }) =>
    foundRecords(updatesOf(market, findOne('loan', id, loanOf(market)))),
}

/** A list of loans, whole records only for those taken. */
export function listed(market: Marketplace, loans: readonly LoanSketch[]): Found {
  return found(
    loans,
    (loan) => loanListing(market, loan),
    (loan) => firstLoanId + loan.index,
  )
}

const loanOf = (market: Marketplace) => (id: number) => market.loans[id - firstLoanId]

type Wanted = Parameters<(typeof loanAnswers)['/loans/search']>[1]

/** Cheap columns first; words are made only of loans that passed them. */
function filterOf(market: Marketplace, wanted: Wanted): (loan: LoanSketch) => boolean {
  const { status, gender, region, country_code, sector, partner, q } = wanted
  const codes = country_code && upper(country_code)
  const sectors = sector && upper(sector)
  const inCountry = countries.map(
    ({ code, region: of }) =>
      (!codes || codes.includes(code)) && (!region || (region as readonly string[]).includes(of)),
  )
  const inSector = activities.map(({ sector: of }) => !sectors || sectors.includes(of.toUpperCase()))
  const genders = gender === undefined ? undefined : ({ female: 'F', male: 'M' }[gender.toLowerCase()] ?? '?')
  const words = q === undefined ? [] : searchWords(q)
  return (loan) =>
    (!status || (status as readonly string[]).includes(loan.status)) &&
    inCountry[loan.country] === true &&
    inSector[loan.activity] === true &&
    (genders === undefined || loan.gender === genders) &&
    (!partner || partner.includes(market.partners[loan.partner ?? -1]?.id ?? 0)) &&
    (words.length === 0 || holds(searchTextOf(wordsOf(market, loan)), words))
}

const upper = (texts: readonly string[]) => texts.map((text) => text.toUpperCase())
