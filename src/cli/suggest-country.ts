/** Countries given by name, where the service takes codes. */

import { countriesNamed, findCountry } from '../api/countries.ts'
import { listSeparator } from '../api/gaps.ts'
import { UnknownCountry } from '../api/values.ts'
import { KivaError } from '../core/errors.ts'
import type { Given } from './given.ts'

/**
 * Reads the command line again with the codes of named countries. Throws the error with codes that may be
 * meant, if a name does not mean exactly one.
 */
export async function readWithCodes<T>(
  problem: UnknownCountry,
  params: Given<string>,
  read: (params: Given<string>) => Promise<T>,
): Promise<T> {
  const codes = withCountryCodes(params)
  if (codes.all('country_code').join() === params.all('country_code').join()) throw withCountry(problem)
  return read(codes).catch((again: unknown) => {
    throw again instanceof UnknownCountry ? withCountry(again) : again
  })
}

/** Returns the codes of a country by its name, with commas, if the name means exactly one; other text unchanged. */
export function codesOf(text: string): string {
  const [country, other] = countriesNamed(text)
  return country && !other ? country.codes.join(listSeparator) : text
}

/** Replaces the names of countries by their codes, where a name has exactly one. */
function withCountryCodes(given: Given<string>): Given<string> {
  const all = (name: string) => {
    const texts = given.all(name)
    if (name !== 'country_code') return texts
    return texts.map((text) => text.split(listSeparator).map(codesOf).join(listSeparator))
  }
  return { has: given.has, all, last: (name) => all(name).at(-1) }
}

/** Adds the codes of the countries that were probably meant to the error's hint. */
export function withCountry(problem: UnknownCountry): KivaError {
  const named = countriesNamed(problem.typed)
  const near = named.length === 0 ? findCountry(problem.typed) : undefined
  const meant = near ? [{ name: near.name, codes: [near.code] }] : named
  if (meant.length === 0) return problem
  const hint = `${meant.map(({ codes, name }) => `${name} is ${codes.join()}`).join(', ')}.`
  return new KivaError('usage', problem.message, { hint })
}
