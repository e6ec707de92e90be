/** Finds where a lender could lend and has not lent. */
import { knownValues } from '../../api/gaps.ts'
import { at } from '../../api/records/field-values.ts'
import { countryName } from '../../api/values/country-names.ts'
import { isList, type JsonObject } from '../../ports/json.ts'
import { loanKeys } from '../loan-keys.ts'

/** A country or sector without a loan. */
export interface Gap {
  readonly key: string
  readonly name: string
}

/** By name. `country` is null if the partners are unknown. */
export interface Gaps {
  readonly country: readonly Gap[] | null
  readonly sector: readonly Gap[]
}

/** Returns the known sectors, and the countries of active and pilot partners, that no loan is in. */
export function findGaps(loans: readonly JsonObject[], partners: Iterable<JsonObject> | undefined): Gaps {
  const sectors = new Set(loans.map(loanKeys.sector))
  const lent = new Set(loans.map(loanKeys.country))
  return {
    country: partners
      ? [...countriesOf(partners)]
          .filter(([key]) => !lent.has(key))
          .map(([key, name]) => ({ key, name }))
          .sort((a, b) => (a.name < b.name ? -1 : 1))
      : null,
    sector: knownValues.sector.filter((key) => !sectors.has(key)).map((key) => ({ key, name: key })),
  }
}

/** The names of the countries where partners lend now, by code. */
function countriesOf(partners: Iterable<JsonObject>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const partner of partners) {
    const [status, countries] = [at(partner, 'status'), at(partner, 'countries')]
    if (!isList(countries) || (status !== 'active' && status !== 'pilot')) continue
    for (const country of countries) {
      const [code, name] = [at(country, 'iso_code'), at(country, 'name')]
      if (typeof code !== 'string' || code === '') continue
      const key = code.toUpperCase()
      names.set(key, typeof name === 'string' && name !== '' ? name : (countryName(key) ?? key))
    }
  }
  return names
}
