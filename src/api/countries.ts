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

/**
 * Returns the codes of the countries one of whose names contains a folded word, if the word is a whole name. The service
 * may spell names that kiva does not know, and a part of a name may be in any of them.
 */
export function codesNamed(word: string): readonly string[] {
  const names = [
    ...Object.entries(countryNames),
    ...Object.entries(otherNames).map(([name, code]) => [code, name]),
  ]
  const folded = names.flatMap(([code = '', name = '']) => spellings(name).map((one) => [code, one] as const))
  if (!folded.some(([, name]) => name === word)) return []
  return [...new Set(folded.flatMap(([code, name]) => (name.includes(word) ? code : [])))]
}

/** Returns a folded name, also with `and` and `saint` spelled out, and without what follows in parentheses. */
function spellings(name: string): readonly string[] {
  const folded = foldText(name)
  const long = folded.replaceAll('&', 'and').replaceAll('st. ', 'saint ')
  return [folded, long, long.replace(/ \(.*/, '')]
}

interface Country {
  readonly name: string
  /** The code of ISO first. */
  readonly codes: readonly string[]
}

const fold = (name: string) => foldText(name).replace(/\band\b|[^a-z]/g, '')

/** Common names, and names of the service and of ISO that differ from those of kiva. */
const otherNames: Readonly<Record<string, string>> = {
  Vietnam: 'VN',
  Turkey: 'TR',
  'East Timor': 'TL',
  'Ivory Coast': 'CI',
  Burma: 'MM',
  'Myanmar (Burma)': 'MM',
  Congo: 'CD',
  'The Democratic Republic of the Congo': 'CD',
  'Republic of the Congo': 'CG',
  "Lao People's Democratic Republic": 'LA',
  'Lao PDR': 'LA',
  'Saint Vincent and the Grenadines': 'VC',
  'United States of America': 'US',
  'United States Minor Outlying Islands': 'UM',
  'United States Virgin Islands': 'VI',
  USA: 'US',
  UK: 'GB',
  'United Kingdom of Great Britain and Northern Ireland': 'GB',
  DRC: 'CD',
  Swaziland: 'SZ',
  'Cabo Verde': 'CV',
  'Czech Republic': 'CZ',
  Macedonia: 'MK',
  'Hong Kong, China': 'HK',
  'Macao, China': 'MO',
  'Taiwan, Province of China': 'TW',
  'Bonaire, Sint Eustatius and Saba': 'BQ',
  'Saint Martin (French part)': 'MF',
  'Saint Martin (Dutch part)': 'SX',
  'Palestinian Territory': 'PS',
  'Russian Federation': 'RU',
  'Syrian Arab Republic': 'SY',
}
