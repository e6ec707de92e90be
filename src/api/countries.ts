/** Finds countries by name. */

import { foldText } from '../core/fold-text.ts'
import { countryNames } from './country-names.ts'
import { nearest } from './nearest.ts'

/** Returns the country closest to a name in any case, if one is close. */
export function findCountry(typed: string): { readonly code: string; readonly name: string } | undefined {
  const codeOf = (name: string) =>
    Object.keys(countryNames).find((code) => countryNames[code] === name) ?? otherNames[name]
  const name = nearest(typed, [...Object.values(countryNames), ...Object.keys(otherNames)])
  const code = name === undefined ? undefined : codeOf(name)
  return name === undefined || code === undefined ? undefined : { code, name }
}

/**
 * Returns the countries that have a name, which `Congo` is of two, with their codes: South Sudan has one of ISO and one
 * that only the service uses. Ignores case, accents and punctuation.
 */
export function countriesNamed(typed: string): readonly Country[] {
  const wanted = fold(typed)
  const has = (name: string) => fold(name) === wanted || fold(name.replace(/ \(.*/, '')) === wanted
  const others = Object.entries(otherNames).flatMap(([name, code]) => (has(name) ? code : []))
  const found = Object.entries(countryNames).filter(
    ([code, name]) => wanted !== '' && (has(name) || others.includes(code)),
  )
  return [...new Set(found.map(([, name]) => name))].map((name) => ({
    name,
    codes: found.flatMap(([code, other]) => (other === name ? code : [])),
  }))
}

/** Returns the codes of the countries one of whose names `has` accepts. */
export const codesNamed = (has: (name: string) => boolean): readonly string[] => [
  ...new Set([
    ...Object.entries(countryNames).flatMap(([code, name]) => (has(name) ? code : [])),
    ...Object.entries(otherNames).flatMap(([name, code]) => (has(name) ? code : [])),
  ]),
]

interface Country {
  readonly name: string
  /** The code of ISO first. */
  readonly codes: readonly string[]
}

const fold = (name: string) => foldText(name).replace(/\band\b|[^a-z]/g, '')

/** Common names, and names of the service, that differ from the standard. */
const otherNames: Readonly<Record<string, string>> = {
  Vietnam: 'VN',
  Turkey: 'TR',
  'East Timor': 'TL',
  'Ivory Coast': 'CI',
  Burma: 'MM',
  Congo: 'CD',
  'Lao PDR': 'LA',
  'United States of America': 'US',
  USA: 'US',
  UK: 'GB',
  DRC: 'CD',
  Swaziland: 'SZ',
}
