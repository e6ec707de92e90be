/** When a loan is to be repaid, and what has been repaid so far. The schedule sums to the loan, in both currencies. */
import type { JsonObject } from '../../../context.ts'
import { day, firstOfMonth, isoDate } from '../calendar.ts'
import { countries } from '../data/countries.ts'
import type { Marketplace } from '../open-marketplace.ts'
import { settles } from './loan-life.ts'
import type { LoanSketch } from './make-loans.ts'

export type Interval = 'Monthly' | 'Irregularly' | 'At end of term'

export interface Instalment {
  /** When the borrower pays. */
  readonly localDue: number
  /** When lenders should have it. */
  readonly due: number
  readonly settled: number
  /** US cents, and hundredths of the local currency: whole numbers, so that they sum exactly. */
  readonly cents: number
  readonly localCents: number
}

export interface Payment {
  readonly at: number
  readonly cents: number
  readonly record: JsonObject
}

const firstPaymentId = 880000001
/** Above every term in months. */
const paymentsEach = 40

export function termsOf(market: Pick<Marketplace, 'dice'>, loan: LoanSketch) {
  const roll = market.dice('terms', loan.index)
  const { currency, rate } = countries[loan.country] as (typeof countries)[number]
  const interval: Interval =
    loan.index === 0 || roll.chance(0.75) ? 'Monthly' : roll.chance(0.6) ? 'Irregularly' : 'At end of term'
  // Partners round what they hand out.
  const step = rate >= 100 ? 1000 : rate > 5 ? 10 : 1
  const localAmount = Math.max(step, Math.round((loan.asked * rate) / step) * step)
  return {
    interval,
    currency,
    localAmount,
    disbursed: roll.chance(0.4) ? loan.posted - roll.between(5, 30) * day : loan.begins,
    stray: roll.between(2, 4),
    /** Whether lenders share what a fall of the currency costs. */
    shared: currency !== 'USD' && roll.chance(0.6),
    covered: roll.pick([0.1, 0.1, 0.2]),
    partnerPays: roll.chance(0.04),
  }
}

export function scheduleOf(market: Pick<Marketplace, 'dice'>, loan: LoanSketch): readonly Instalment[] {
  const { interval, stray, localAmount } = termsOf(market, loan)
  const months = Array.from({ length: loan.term }, (_, at) => at + 1).filter(
    (month) =>
      month === loan.term || interval === 'Monthly' || (interval === 'Irregularly' && month % stray === 0),
  )
  const part = (whole: number, nth: number) =>
    Math.floor((whole * (nth + 1)) / months.length) - Math.floor((whole * nth) / months.length)
  return months.map((month, nth) => ({
    localDue: firstOfMonth(loan.begins, month),
    due: firstOfMonth(loan.begins, month + 1),
    settled: settles(loan.begins, month),
    cents: part(loan.asked * 100, nth),
    localCents: part(localAmount * 100, nth),
  }))
}

/** Whether the loan is behind its schedule: it stopped paying, or it is late just now. */
export function isLate(market: Pick<Marketplace, 'dice'>, loan: LoanSketch): boolean {
  return loan.status === 'in_repayment' && (loan.broken || market.dice('late', loan.index).chance(0.06))
}

/** Repayments so far, oldest first. */
export function paymentsOf(
  market: Pick<Marketplace, 'dice' | 'today'>,
  loan: LoanSketch,
): readonly Payment[] {
  if (!['in_repayment', 'paid', 'ended_with_loss'].includes(loan.status)) return []
  const roll = market.dice('payments', loan.index)
  const schedule = scheduleOf(market, loan)
  const stops = Math.floor(schedule.length * (0.2 + 0.6 * roll.next()))
  const lossy = termsOf(market, loan).shared && roll.chance(0.15)
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
        processed_date: isoDate(instalment.localDue + roll.below(6) * day),
        settlement_date: isoDate(instalment.settled),
        rounded_local_amount: Math.round(local * 10) / 10,
        currency_exchange_loss_amount: lossy ? Math.round(instalment.cents * roll.next() * 0.08) / 100 : 0,
        payment_id: firstPaymentId + loan.index * paymentsEach + nth,
        ...(roll.chance(0.05) ? { comment: 'Paid in two parts.' } : {}),
      },
    }
  })
}
