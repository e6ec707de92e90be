/**
 * The repayment schedule of a loan and its payments so far. The schedule sums to the loan amount in both
 * currencies.
 */

import type { JsonObject } from '../../../ports/json.ts'
import { day, findMonthStart, formatDate } from '../calendar.ts'
import { countries } from '../data/countries.ts'
import type { Loan, Marketplace } from '../model.ts'
import { settleMonth } from './decide-fate.ts'

export type Interval = 'Monthly' | 'Irregularly' | 'At end of term'

export interface Instalment {
  /** Due date for the borrower. */
  readonly localDue: number
  /** Due date for the payment to lenders. */
  readonly due: number
  readonly settled: number
  /** US cents, and hundredths of the local currency. Whole numbers sum exactly. */
  readonly cents: number
  readonly localCents: number
}

export interface Payment {
  readonly at: number
  readonly cents: number
  readonly record: JsonObject
}

const firstPaymentId = 880000001
/** Size of the id range of a loan's payments: more than any term has months. */
const paymentsEach = 40

export function makeTerms(market: Pick<Marketplace, 'randomFor'>, loan: Loan) {
  const random = market.randomFor('terms', loan.index)
  const { currency, rate } = countries[loan.country] as (typeof countries)[number]
  const interval: Interval =
    loan.index === 0 || random.chance(0.75)
      ? 'Monthly'
      : random.chance(0.6)
        ? 'Irregularly'
        : 'At end of term'
  // Partners round the amounts that they disburse.
  const step = rate >= 100 ? 1000 : rate > 5 ? 10 : 1
  const localAmount = Math.max(step, Math.round((loan.asked * rate) / step) * step)
  return {
    interval,
    currency,
    localAmount,
    disbursed: random.chance(0.4) ? loan.posted - random.between(5, 30) * day : loan.begins,
    stray: random.between(2, 4),
    /** Whether lenders share the loss when the currency falls. */
    shared: currency !== 'USD' && random.chance(0.6),
    covered: random.pick([0.1, 0.1, 0.2]),
    partnerPays: random.chance(0.04),
  }
}

export function makeSchedule(market: Pick<Marketplace, 'randomFor'>, loan: Loan): readonly Instalment[] {
  const { interval, stray, localAmount } = makeTerms(market, loan)
  const months = Array.from({ length: loan.term }, (_, at) => at + 1).filter(
    (month) =>
      month === loan.term || interval === 'Monthly' || (interval === 'Irregularly' && month % stray === 0),
  )
  const part = (whole: number, nth: number) =>
    Math.floor((whole * (nth + 1)) / months.length) - Math.floor((whole * nth) / months.length)
  return months.map((month, nth) => ({
    localDue: findMonthStart(loan.begins, month),
    due: findMonthStart(loan.begins, month + 1),
    settled: settleMonth(loan.begins, month),
    cents: part(loan.asked * 100, nth),
    localCents: part(localAmount * 100, nth),
  }))
}

/** Whether the loan is behind schedule: payments have stopped, or the latest one is late. */
export function isLate(market: Pick<Marketplace, 'randomFor'>, loan: Loan): boolean {
  return loan.status === 'in_repayment' && (loan.broken || market.randomFor('late', loan.index).chance(0.06))
}

/** Returns the payments so far, oldest first. */
export function makePayments(
  market: Pick<Marketplace, 'randomFor' | 'today'>,
  loan: Loan,
): readonly Payment[] {
  if (!['in_repayment', 'paid', 'ended_with_loss'].includes(loan.status)) return []
  const random = market.randomFor('payments', loan.index)
  const schedule = makeSchedule(market, loan)
  const stops = Math.floor(schedule.length * (0.2 + 0.6 * random.next()))
  const lossy = makeTerms(market, loan).shared && random.chance(0.15)
  const paid = schedule
    .slice(0, loan.broken && loan.status !== 'paid' ? stops : schedule.length)
    .filter(({ settled }) => settled <= market.today)
  return (isLate(market, loan) ? paid.slice(0, -1) : paid).map((instalment, nth) => {
    const local = instalment.localCents / 100
    return {
      at: instalment.settled,
      cents: instalment.cents,
      record: {
        amount: instalment.cents / 100,
        local_amount: local,
        processed_date: formatDate(instalment.localDue + random.below(6) * day),
        settlement_date: formatDate(instalment.settled),
        rounded_local_amount: Math.round(local * 10) / 10,
        currency_exchange_loss_amount: lossy ? Math.round(instalment.cents * random.next() * 0.08) / 100 : 0,
        payment_id: firstPaymentId + loan.index * paymentsEach + nth,
        ...(random.chance(0.05) ? { comment: 'Paid in two parts.' } : {}),
      },
    }
  })
}
