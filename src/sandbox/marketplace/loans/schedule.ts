/**
 * The repayment schedule of a loan. It sums to what lenders lent, and to what the borrowers got in their
 * currency.
 */

import { day, monthOf, startOfMonth, toBookDate } from '../calendar.ts'
import type { Loan, Marketplace } from '../model.ts'
import { makeTerms } from './make-terms.ts'
import { dueDay } from './payout.ts'

export interface Instalment {
  /** Month of the term, from 1. */
  readonly month: number
  /** US cents, and hundredths of the local currency. Whole numbers sum exactly. */
  readonly cents: number
  readonly localCents: number
}

type MarketParts = Pick<Marketplace, 'randomFor'>

export function makeSchedule(market: MarketParts, loan: Loan): readonly Instalment[] {
  const { interval, irregularInterval, localAmount, growth } = makeTerms(market, loan)
  const months: number[] = []
  for (let month = 1; month <= loan.term; month++) {
    const isRegular =
      interval === 'Monthly' || (interval === 'Irregularly' && month % irregularInterval === 0)
    if (isRegular || month === loan.term) months.push(month)
  }
  const weights = months.map((_, nth) =>
    growth === 'equal'
      ? 1
      : growth === 'growing'
        ? 1 + (0.4 * nth) / months.length
        : nth % 3 === 2
          ? 2.4
          : 0.6,
  )
  const cents = split(loan.total * 100, weights)
  const localCents = split(localAmount * 100, weights)
  return months.map((month, nth) => ({
    month,
    cents: cents[nth] ?? 0,
    localCents: localCents[nth] ?? 0,
  }))
}

/** Splits an amount into whole hundreds where it can, as the service does: the last part is the rest. */
function split(whole: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const rounded = weights.map((weight) => Math.round((whole * weight) / sum / 100) * 100)
  const before = rounded.slice(0, -1).reduce((total, part) => total + part, 0)
  if (before < whole && !rounded.includes(0)) return [...rounded.slice(0, -1), whole - before]
  let reached = 0
  return weights.map((weight) => {
    const from = Math.floor((whole * reached) / sum)
    reached += weight
    return Math.floor((whole * reached) / sum + 1e-6) - from
  })
}

/** Returns when an installment is due: by the borrower on a day of the month, and by the partner to lenders. */
export function dueDates(loan: Loan, payday: number, month: number) {
  const absolute = monthOf(loan.begins) + month
  return {
    local: toBookDate(toWeekday(startOfMonth(absolute) + payday * day)),
    lenders: toBookDate(dueDay(absolute)),
  }
}

/** Moves a Saturday or Sunday to the Monday after it. */
function toWeekday(seconds: number): number {
  const weekday = (Math.floor(seconds / day) + 4) % 7
  return seconds + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * day
}
