/** The known values of options. Loads the fields of records, so only completion and the manifest import it. */
import { type AnyEndpoint, typeOf } from '../../api/endpoint.ts'
import { derivedGroupsOf } from '../../api/records/derived-groups.ts'
import { namesOfFields, namesOfNumbers } from '../../api/records/field-aliases.ts'
import { everyField } from '../../api/records/field-paths.ts'
import type { Fields } from '../../api/records/fields.ts'
import { fieldsOf } from '../../api/records/fields-of.ts'
import type { OptionSpec } from '../option-spec.ts'

/**
 * Returns the values that an option is known to take in a command for this endpoint; it accepts others too. Fields
 * include the derived ones.
 */
export function knownValuesOf(
  { known, knownFields }: OptionSpec,
  endpoint: Pick<AnyEndpoint, 'returns'> | undefined,
): readonly string[] | undefined {
  if (!knownFields) return known
  const type = typeOf(endpoint ?? { returns: undefined })
  return names[knownFields](fieldsOf({ ...type, derived: derivedGroupsOf(type) }))
}

const names = {
  paths: (fields: Fields) => everyField(fields).map(([path]) => path),
  values: namesOfFields,
  numbers: namesOfNumbers,
}
