import { countryName } from '../../api/values/country-names.ts'
import type { Json } from '../../ports/json.ts'
import { line } from './line.ts'

/** Returns the name of a country by its code; any other value stays as it is. */
export const country = (value: Json | undefined) => countryName(line(value)) ?? line(value)
