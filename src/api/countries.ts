/** Finds countries by name. */

import { countryNames } from './country-names.ts'
import { nearest } from './nearest.ts'

/** Returns the country closest to a name in any case, if one is close. */
export function findCountry(typed: string): { readonly code: string; readonly name: string } | undefined {
  const named = new Map(Object.entries(countryNames).map(([code, name]) => [name, code]))
  const name = nearest(typed, [...named.keys(), ...Object.keys(otherNames)])
  const code = name === undefined ? undefined : (named.get(name) ?? otherNames[name])
  return name === undefined || code === undefined ? undefined : { code, name }
}

/** Returns the countries that have a name, which `Congo` is of two. Ignores case, accents and punctuation. */
export function countriesNamed(typed: string): readonly { readonly code: string; readonly name: string }[] {
  const wanted = fold(typed)
  const has = (name: string) => fold(name) === wanted || fold(name.replace(/ \(.*/, '')) === wanted
  const others = Object.entries(otherNames).flatMap(([name, code]) => (has(name) ? code : []))
  return Object.entries(countryNames).flatMap(([code, name]) =>
    wanted !== '' && (has(name) || others.includes(code)) ? { code, name } : [],
  )
}

const fold = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\band\b|[^a-z]/g, '')

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
