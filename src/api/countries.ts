/** Country codes and names (ISO 3166-1), as far as a command line needs them. Loaded with names only where one is looked for. */
import { knownValues } from './gaps.ts'
import { nearest } from './nearest.ts'

/** Codes that anybody may use for anything; XK is Kosovo by common use. */
const userAssigned = /^(AA|Q[M-Z]|X[A-JL-Z]|ZZ|EU|EZ|UN)$/

/** Whether a text of two capital letters is the code of a country. */
export function isCountryCode(text: string): boolean {
  if ((knownValues.country_code as readonly string[]).includes(text)) return true
  return /^[A-Z]{2}$/.test(text) && !userAssigned.test(text) && countryName(text) !== undefined
}

/** The country that was probably meant by a name, written in whatever case, if one is near. */
export function findCountry(typed: string): { readonly code: string; readonly name: string } | undefined {
  const named = new Map(allCodes().map((code) => [countryName(code) ?? '', code]))
  const name = nearest(typed, [...named.keys(), ...Object.keys(otherNames)])
  const code = name === undefined ? undefined : (named.get(name) ?? otherNames[name])
  return name === undefined || code === undefined ? undefined : { code, name }
}

/** The English name of a country, `undefined` where the code has none. */
export function countryName(code: string): string | undefined {
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code)
}

/** Names that people and the service use beside those of the standard. */
const otherNames: Readonly<Record<string, string>> = {
  'Viet Nam': 'VN',
  'East Timor': 'TL',
  'Ivory Coast': 'CI',
  Burma: 'MM',
  Congo: 'CD',
  'Lao PDR': 'LA',
  Palestine: 'PS',
  'United States of America': 'US',
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const allCodes = () =>
  [...letters].flatMap((first) => [...letters].map((second) => first + second)).filter(isCountryCode)
