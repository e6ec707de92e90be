/** Writes loans in the format of the service. Optional keys without a value are omitted. */

import type { JsonObject } from '../../../core/json.ts'
import { formatDate, toBookDate } from '../calendar.ts'
import { tags, themes, volunteers } from '../data/stories.ts'
import { countEntries } from '../journal.ts'
import { makeImage, makePoint, makeVideo, placeholder } from '../media.ts'
import type { Loan, Marketplace } from '../model.ts'
import { firstLoanId } from './make-loans.ts'
import { hasRepaid, isDelinquent, makePayments } from './payments.ts'
import { dueDates, makeSchedule, makeTerms } from './terms.ts'
import { chooseLanguages, describeLoan, nameBorrowers, writeStory } from './write-story.ts'

export function writeLoanListing(
  market: Pick<Marketplace, 'randomFor' | 'today' | 'partners'>,
  loan: Loan,
): JsonObject {
  return { ...common(market, loan), borrower_count: loan.borrowers }
}

export function writeLoanDetail(
  market: Pick<Marketplace, 'randomFor' | 'today' | 'partners'>,
  loan: Loan,
): JsonObject {
  const listing = common(market, loan)
  const payments = makePayments(market, loan)
  const lost = payments.reduce((sum, { record }) => sum + Number(record['currency_exchange_loss_amount']), 0)
  const random = market.randomFor('translator', loan.index)
  return {
    ...listing,
    description: { ...listing.description, texts: writeStory(market, loan) },
    borrowers: nameBorrowers(market, loan),
    terms: writeTerms(market, loan),
    payments: payments.map(({ record }) => record),
    ...(loan.funded !== undefined && { funded_date: formatDate(loan.funded) }),
    ...(loan.status === 'paid' && { paid_date: formatDate(loan.ends) }),
    ...(lost > 0 && { currency_exchange_loss_amount: Math.round(lost * 100) / 100 }),
    journal_totals: countEntries(market, loan),
    ...((loan.index === 0 || random.chance(0.5)) && {
      translator: {
        byline: random.pick(volunteers),
        ...(random.chance(0.7) && { image: 1700000 + random.below(90000) }),
      },
    }),
  }
}

function common(market: Pick<Marketplace, 'randomFor' | 'today' | 'partners'>, loan: Loan) {
  const words = describeLoan(market, loan)
  const random = market.randomFor('listing', loan.index)
  const example = loan.index === 0
  const { country, town, activity } = words
  const left = loan.requested - loan.raised
  const basket = Math.floor((left * random.next() ** 4) / 25) * 25
  const wished = random.chance(0.1) ? random.pick(themes) : undefined
  const isFitting = wished?.countries?.includes(country.code) ?? true
  const chosenThemes = [activity.theme, isFitting ? wished?.name : undefined].filter(
    (theme) => theme !== undefined,
  )
  const paid = makePayments(market, loan).reduce((sum, { cents }) => sum + cents, 0)
  const video = (example || random.chance(0.02)) && makeVideo(loan.index)
  return {
    id: firstLoanId + loan.index,
    name: words.name,
    description: { languages: chooseLanguages(market, loan, words) },
    status: loan.status,
    funded_amount: loan.raised,
    ...(loan.status === 'fundraising' && { basket_amount: basket }),
    ...(hasRepaid(loan) && { paid_amount: paid / 100 }),
    ...(loan.status === 'refunded'
      ? { image: placeholder }
      : (example || random.chance(0.98)) && { image: makeImage('loan', loan.index) }),
    ...(video && { video }),
    activity: activity.name,
    sector: activity.sector,
    ...(chosenThemes.length > 0 && { themes: chosenThemes }),
    use: words.use,
    location: {
      country_code: country.code,
      country: country.name,
      ...(town && { town: town[0] }),
      geo: town ? makePoint('town', town[1], town[2]) : makePoint('country', ...country.at),
    },
    ...(loan.partner !== undefined && { partner_id: market.partners[loan.partner]?.id ?? 0 }),
    posted_date: formatDate(loan.posted),
    planned_expiration_date: formatDate(loan.expires),
    loan_amount: loan.requested,
    lender_count: loan.lenders,
    bonus_credit_eligibility: random.chance(0.4),
    tags: chooseTags(market, loan),
    ...(isDelinquent(market, loan) && { delinquent: true }),
  }
}

function chooseTags(
  market: Pick<Marketplace, 'randomFor' | 'today' | 'partners'>,
  loan: Loan,
): readonly JsonObject[] {
  if (loan.index === 0) return [{ name: '#Parent' }, { name: '#Eco-friendly' }, { name: 'user_favorite' }]
  const random = market.randomFor('tags', loan.index)
  const chosen = new Set(Array.from({ length: random.pick([0, 0, 1, 2, 3, 4]) }, () => random.pick(tags)))
  return [...chosen].map((name) => ({ name }))
}

function writeTerms(market: Pick<Marketplace, 'randomFor' | 'today' | 'partners'>, loan: Loan): JsonObject {
  const terms = makeTerms(market, loan)
  const schedule = (terms.isUnscheduled ? [] : makeSchedule(market, loan)).map((instalment) => ({
    ...instalment,
    ...dueDates(loan, terms.payday, instalment.month),
  }))
  const direct = loan.partner === undefined
  return {
    disbursal_date: formatDate(toBookDate(terms.disbursed)),
    disbursal_currency: terms.currency,
    disbursal_amount: terms.localAmount,
    repayment_interval: terms.interval,
    repayment_term: loan.term,
    loan_amount: loan.requested,
    local_payments: schedule.map(({ local, localCents }) => ({
      due_date: formatDate(local),
      amount: localCents / 100,
    })),
    scheduled_payments: schedule.map(({ lenders, cents }) => ({
      due_date: formatDate(lenders),
      amount: cents / 100,
    })),
    loss_liability: {
      nonpayment: terms.partnerPays && !direct ? 'partner' : 'lender',
      currency_exchange: terms.shared ? 'shared' : terms.currency === 'USD' ? 'none' : 'partner',
      ...(terms.shared && { currency_exchange_coverage_rate: terms.covered }),
    },
  }
}
