/** Finds countries by name. */

import { nearest } from '../nearest.ts'
import { countryNames } from './country-names.ts'

/** Returns the country closest to a name in any case, if one is close. */
export function findCountry(typed: string): { readonly code: string; readonly name: string } | undefined {
  const named = new Map(Object.entries(countryNames).map(([code, name]) => [name, code]))
  const name = nearest(typed, [...named.keys(), ...Object.keys(otherNames)])
  const code = name === undefined ? undefined : (named.get(name) ?? otherNames[name])
  return name === undefined || code === undefined ? undefined : { code, name }
}

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
}
