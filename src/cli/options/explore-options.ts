/** The options of a list that have a meaning in `kiva explore`. */
import { type AnyEndpoint, paramsOf } from '../../api/endpoint.ts'
import type { OptionSpec } from '../option-spec.ts'
import { groups } from './groups.ts'
import { extent } from './read.ts'
import { derive, filter } from './select.ts'

/** Returns the names of these options. The others are about output, files and single requests. */
export function exploreOptions(endpoint: AnyEndpoint): readonly string[] {
  const families = [extent, derive, filter, groups].flatMap((family): readonly OptionSpec[] =>
    family.options(endpoint),
  )
  return ['param', ...Object.keys(paramsOf(endpoint)), ...families.map(({ name }) => name)]
}
