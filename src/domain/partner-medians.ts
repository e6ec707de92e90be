/** The medians of the rates of field partners, to compare a partner with. */
import { at } from '../api/records/field-values.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { type Amount, amountsIn, Numbers } from './statistics.ts'

/** The rates in percent; a lower one is better for lenders, except the last two. */
const rates = [
  'delinquency_rate',
  'default_rate',
  'loans_at_risk_rate',
  'currency_exchange_loss_rate',
  'portfolio_yield',
  'profitability',
] as const

/** By field. A rate that no active partner has is missing. */
export type PartnerMedians = Readonly<Partial<Record<(typeof rates)[number], Amount>>>

/** What explains records of partners and their loans. */
export interface KnownPartners {
  /** Name, rating and default rate of each partner, `null` for what is unknown: fields of the group `partner`. */
  readonly byId: ReadonlyMap<string, Json>
  readonly medians: PartnerMedians
}

/** Returns the medians of the active partners, rounded to 4 decimals. */
export function mediansOf(partners: Iterable<JsonObject>): PartnerMedians {
  const active = Array.from(partners).filter((partner) => at(partner, 'status') === 'active')
  const entries = rates.flatMap((rate) => {
    const numbers = new Numbers(true)
    for (const partner of active) for (const amount of amountsIn(at(partner, rate))) numbers.add(amount)
    const median = numbers.value('median', false)
    return median === undefined ? [] : [[rate, median] as const]
  })
  return Object.fromEntries(entries)
}
