import { findCountry } from '../../api/values/countries.ts'
import type { UnknownCountry } from '../../api/values/typed-value.ts'
import { KivaError } from '../../errors.ts'

/** Adds the code of the country that was probably meant to the error's hint. */
export function withCountry(problem: UnknownCountry): KivaError {
  const country = findCountry(problem.typed)
  return country
    ? new KivaError('usage', problem.message, { hint: `${country.name} is ${country.code}.` })
    : problem
}
