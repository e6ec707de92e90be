/** Loans as the service shows them (service-facts §4, §5). Optional keys without a value are left out. */
import type { JsonObject } from '../../../context.ts'
import { isoDate } from '../calendar.ts'
import { volunteers } from '../data/journal.ts'
import { tags, themes } from '../data/stories.ts'
import { journalTotals } from '../journal/entries.ts'
import { geoAt, imageOf, placeholder, videoOf } from '../media.ts'
import type { Marketplace } from '../open-marketplace.ts'
import { borrowersOf, languagesOf, storyOf } from './loan-story.ts'
import { wordsOf } from './loan-words.ts'
import { firstLoanId, type LoanSketch } from './make-loans.ts'
import { isLate, paymentsOf, scheduleOf, termsOf } from './schedule.ts'

type Inside = Pick<Marketplace, 'dice' | 'today' | 'partners'>

export function loanListing(market: Inside, loan: LoanSketch): JsonObject {
  return { ...common(market, loan), borrower_count: loan.borrowers }
}

export function loanDetail(market: Inside, loan: LoanSketch): JsonObject {
  const listing = common(market, loan)
  const payments = paymentsOf(market, loan)
  const lost = payments.reduce((sum, { record }) => sum + Number(record['currency_exchange_loss_amount']), 0)
  const roll = market.dice('translator', loan.index)
  return {
    ...listing,
    description: { ...listing.description, texts: storyOf(market, loan) },
    borrowers: borrowersOf(market, loan),
    terms: termsRecord(market, loan),
    payments: payments.map(({ record }) => record),
    ...(loan.funded !== undefined && { funded_date: isoDate(loan.funded) }),
    ...(loan.status === 'paid' && { paid_date: isoDate(payments.at(-1)?.at ?? loan.begins) }),
    ...(lost > 0 && { currency_exchange_loss_amount: Math.round(lost * 100) / 100 }),
    journal_totals: journalTotals(market, loan),
    ...((loan.index === 0 || roll.chance(0.5)) && {
      translator: {
        byline: roll.pick(volunteers),
        ...(roll.chance(0.7) && { image: 1700000 + roll.below(90000) }),
      },
    }),
  }
}

function common(market: Inside, loan: LoanSketch) {
  const words = wordsOf(market, loan)
  const roll = market.dice('listing', loan.index)
  const example = loan.index === 0
  const { country, town, activity } = words
  const left = loan.asked - loan.raised
  const basket = Math.floor((left * roll.next() ** 4) / 25) * 25
  const chosenThemes = [
    ...(activity.theme ? [activity.theme] : []),
    ...(roll.chance(0.1) ? [roll.pick(themes)] : []),
  ]
  const paid = paymentsOf(market, loan).reduce((sum, { cents }) => sum + cents, 0)
  const video = (example || roll.chance(0.02)) && videoOf(loan.index)
  return {
    id: firstLoanId + loan.index,
    name: words.name,
    description: { languages: languagesOf(market, loan, words) },
    status: loan.status,
    funded_amount: loan.raised,
    ...(loan.status === 'fundraising' && { basket_amount: basket }),
    ...(hasRepaid(loan) && { paid_amount: paid / 100 }),
    ...(loan.status === 'refunded'
      ? { image: placeholder }
      : (example || roll.chance(0.98)) && { image: imageOf('loan', loan.index) }),
    ...(video && { video }),
    activity: activity.name,
    sector: activity.sector,
    ...(chosenThemes.length > 0 && { themes: chosenThemes }),
    use: words.use,
    location: {
      country_code: country.code,
      country: country.name,
      ...(town && { town: town[0] }),
      geo: town ? geoAt('town', town[1], town[2]) : geoAt('country', ...country.at),
    },
    ...(loan.partner !== undefined && { partner_id: market.partners[loan.partner]?.id ?? 0 }),
    posted_date: isoDate(loan.posted),
    planned_expiration_date: isoDate(loan.expires),
    loan_amount: loan.asked,
    lender_count: loan.lenders,
    bonus_credit_eligibility: roll.chance(0.4),
    tags: tagsOf(market, loan),
    ...(isLate(market, loan) && { delinquent: true }),
  }
}

const hasRepaid = ({ status }: LoanSketch) => ['in_repayment', 'paid', 'ended_with_loss'].includes(status)

function tagsOf(market: Inside, loan: LoanSketch): readonly JsonObject[] {
  if (loan.index === 0) return [{ name: '#Parent' }, { name: '#Eco-friendly' }, { name: 'user_favorite' }]
  const roll = market.dice('tags', loan.index)
  const chosen = new Set(Array.from({ length: roll.pick([0, 0, 1, 2, 3, 4]) }, () => roll.pick(tags)))
  return [...chosen].map((name) => ({ name }))
}

function termsRecord(market: Inside, loan: LoanSketch): JsonObject {
  const terms = termsOf(market, loan)
  const schedule = scheduleOf(market, loan)
  const direct = loan.partner === undefined
  return {
    disbursal_date: isoDate(terms.disbursed),
    disbursal_currency: terms.currency,
    disbursal_amount: terms.localAmount,
    repayment_interval: terms.interval,
    repayment_term: loan.term,
    loan_amount: loan.asked,
    local_payments: schedule.map((due) => ({
      due_date: isoDate(due.localDue),
      amount: due.localCents / 100,
    })),
    scheduled_payments: schedule.map((due) => ({ due_date: isoDate(due.due), amount: due.cents / 100 })),
    loss_liability: {
      nonpayment: terms.partnerPays && !direct ? 'partner' : 'lender',
      currency_exchange: terms.shared ? 'shared' : terms.currency === 'USD' ? 'none' : 'partner',
      ...(terms.shared && { currency_exchange_coverage_rate: terms.covered }),
    },
  }
}
