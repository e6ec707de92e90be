/** The terms of a loan (currency, rhythm of repayment, who bears which loss), and its schedule with its dates. */
import { day, hour, monthOf, startOfMonth, toBookDate } from '../calendar.ts'
import { countries } from '../data/countries.ts'
import type { Loan, Marketplace } from '../model.ts'

type Interval = 'Monthly' | 'Irregularly' | 'At end of term'

export function makeTerms(market: Pick<Marketplace, 'randomFor'>, loan: Loan) {
  const random = market.randomFor('terms', loan.index)
  const { currency, rate } = countries[loan.country] as (typeof countries)[number]
  const example = loan.index === 0
  const interval: Interval =
    example || random.chance(0.75) ? 'Monthly' : random.chance(0.6) ? 'Irregularly' : 'At end of term'
  // Partners round the amounts that they disburse.
  const step = rate >= 100 ? 1000 : rate > 5 ? 10 : 1
  const localAmount = Math.max(step, Math.round((loan.requested * rate) / step) * step)
  return {
    interval,
    currency,
    localAmount,
    disbursed: random.chance(0.4) ? loan.posted - random.between(5, 30) * day : loan.begins,
    irregularInterval: random.between(2, 4),
    /** Whether lenders share the loss when the currency falls. */
    shared: currency !== 'USD' && random.chance(0.6),
    covered: random.pick([0.1, 0.1, 0.2]),
    partnerPays: random.chance(0.04),
    /** Day of the month on which the borrowers pay. */
    payday: random.between(3, 24),
    /** How the amounts of instalments relate: equal, growing, or as the harvest has it. */
    growth: random.pick(['equal', 'equal', 'equal', 'growing', 'harvest'] as const),
    /** Whether the service shows no schedule, as for many loans of recent years. */
    isUnscheduled: !example && random.chance(0.12),
  }
}

interface Instalment {
  /** Month of the term, from 1. */
  readonly month: number
  /** US cents, and hundredths of the local currency. Whole numbers sum exactly. */
  readonly cents: number
  readonly localCents: number
}

/**
 * Returns the schedule. It sums to what the borrowers get in their currency, and to what lenders lent: while the loan is
 * fundraising, to what it asks for, because what it will raise is not known yet.
 */
export function makeSchedule(market: Pick<Marketplace, 'randomFor'>, loan: Loan): readonly Instalment[] {
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
  const dollars = loan.status === 'fundraising' ? loan.requested : loan.total
  const cents = split(dollars * 100, weights)
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

/** Days after the 15th on which the payout of a month reaches lenders, by month from January. */
const payoutDelays = [0, 0, 2, 8, 0, 2, 0, 1, 4, 0, 0, 1] as const

/**
 * Returns the time at which lenders get what borrowers pay in a month: in the middle of the next month, and
 * thus half a month before it is due.
 */
export function payoutFor(month: number, loan: number): number {
  const late = payoutDelays[(month + 1) % 12] ?? 0
  return startOfMonth(month + 1) + (14 + late) * day + 10 * hour + ((loan * 53 + month * 977) % 14400)
}

/** Returns the day on which lenders are to have what borrowers pay in a month: the first of the month after the next. */
export const dueDay = (month: number) => startOfMonth(month + 2)
