/** Country codes and names (ISO 3166-1), as far as a command line needs them. */

import { nearest } from '../nearest.ts'
import { countryName, countryNames } from './country-names.ts'

/** Whether a text of two capital letters is the code of a country; XK is Kosovo by common use. */
export const isCountryCode = (text: string) => countryName(text) !== undefined

/** The country that was probably meant by a name, written in whatever case, if one is near. */
export function findCountry(typed: string): { readonly code: string; readonly name: string } | undefined {
  const named = new Map(Object.entries(countryNames).map(([code, name]) => [name, code]))
  const name = nearest(typed, [...named.keys(), ...Object.keys(otherNames)])
  const code = name === undefined ? undefined : (named.get(name) ?? otherNames[name])
  return name === undefined || code === undefined ? undefined : { code, name }
}

/** Names that people and the service use beside those of the standard. */
const otherNames: Readonly<Record<string, string>> = {
  Vietnam: 'VN',
  Turkey: 'TR',
  'East Timor': 'TL',
  'Ivory Coast': 'CI',
  Burma: 'MM',
  Congo: 'CD',
  'Lao PDR': 'LA',
  'United States of America': 'US',
}
