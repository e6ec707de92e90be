/** The countries that people mean by a name. */

import { nearest } from '../nearest.ts'
import { countryNames } from './country-names.ts'

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
