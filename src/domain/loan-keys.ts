/** What loans are counted by. Older and partial records lack some of it. */

import { countriesNamed } from '../api/countries.ts'
import { at, isEmpty } from '../api/records/field-values.ts'
import { isNested, type Json, type JsonObject } from '../core/json.ts'

/** The keys of a loan. `undefined` means unknown; direct loans have no partner. */
export const loanKeys = {
  id: (loan: JsonObject) => keyText(at(loan, 'id')),
  sector: (loan: JsonObject) => keyText(at(loan, 'sector')),
  country: countryKey,
  partner: (loan: JsonObject) => keyText(at(loan, 'partner_id')),
} as const satisfies Readonly<Record<string, (loan: JsonObject) => string | undefined>>

/** Whether a loan has no field partner. */
export const isDirect = (loan: JsonObject) => isEmpty(at(loan, 'partner_id'))

/** The country code. Recorded in 2009: loans have a name only; it stands for the code where no country has it. */
function countryKey(loan: JsonObject): string | undefined {
  const code = keyText(at(loan, 'location.country_code'))
  const name = keyText(at(loan, 'location.country'))
  if (code !== undefined || name === undefined) return code?.toUpperCase()
  const [found, ...others] = countriesNamed(name)
  return (others.length === 0 ? found?.codes[0] : undefined) ?? name
}

/** Yields each loan once: pages can repeat records. Loans without an id are all yielded. */
export function* uniqueLoans(loans: Iterable<JsonObject>): Generator<JsonObject> {
  const seen = new Set<string>()
  for (const loan of loans) {
    const id = loanKeys.id(loan)
    if (id === undefined || !seen.has(id)) yield loan
    if (id !== undefined) seen.add(id)
  }
}

const keyText = (value: Json | undefined): string | undefined =>
  isEmpty(value) || isNested(value) ? undefined : String(value)
