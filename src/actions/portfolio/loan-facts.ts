import { at } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../ports/json.ts'

const keys = [
  'id',
  'status',
  'planned_expiration_date',
  'posted_date',
  'sector',
  'location',
  'partner_id',
  'funded_amount',
  'paid_amount',
  'delinquent',
  'borrowers',
] as const

/** Returns the fields of a loan that a portfolio needs, since a lender may have thousands of loans. */
export function factsOf(loan: JsonObject): JsonObject {
  const facts = Object.fromEntries(
    keys.flatMap((key) => (Object.hasOwn(loan, key) ? [[key, loan[key] ?? null]] : [])),
  )
  const schedule = at(loan, 'terms.scheduled_payments')
  return schedule === undefined ? facts : { ...facts, terms: { scheduled_payments: schedule } }
}
