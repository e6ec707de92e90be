/** The terms of a loan: currency, rhythm of repayment, and who bears which loss. */

import { day } from '../calendar.ts'
import { countries } from '../data/countries.ts'
import type { Loan, Marketplace } from '../model.ts'

type Interval = 'Monthly' | 'Irregularly' | 'At end of term'
type MarketParts = Pick<Marketplace, 'randomFor'>

export function makeTerms(market: MarketParts, loan: Loan) {
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
