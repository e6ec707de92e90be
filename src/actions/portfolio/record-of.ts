import { at } from '../../api/records/field-values.ts'
import type { Json, JsonObject } from '../../ports/json.ts'

/** Returns the record of a portfolio: the lender, the time of the response, and what was computed. */
export const recordOf = (lender: JsonObject, asOf: number, computed: object): JsonObject => ({
  lender: Object.fromEntries(shown.map((key) => [key, at(lender, key) ?? null])),
  as_of: new Date(asOf).toISOString(),
  // Plain values of JSON; TypeScript does not accept an interface as an object of JSON.
  ...(computed as Readonly<Record<string, Json>>),
})

const shown = ['lender_id', 'name', 'member_since', 'loan_count'] as const
