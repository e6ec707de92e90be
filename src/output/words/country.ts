import { countryName } from '../../api/values/country-names.ts'
import type { Json } from '../../ports/json.ts'
import { line } from './line.ts'

/** A country by its code; what is no code of one stays as it came. */
export const country = (value: Json | undefined) => countryName(line(value)) ?? line(value)
