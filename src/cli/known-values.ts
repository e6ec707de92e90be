/**
 * The known values of options, and their rules by the long names of a command's options. Loads the fields of records,
 * so only completion and the manifest import it.
 */
import { type AnyEndpoint, typeOf } from '../api/endpoint.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { namesOfFields, namesOfMeasures, namesOfNumbers } from '../api/records/field-aliases.ts'
import { everyField } from '../api/records/field-paths.ts'
import type { Fields } from '../api/records/fields.ts'
import { derivedGroupsOf } from '../api/records/record-types.ts'
import type { OptionSpec } from './option-spec.ts'

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
  measures: namesOfMeasures,
}

/** Returns the options of which at least one must be given too; empty if the option has no such rule. */
export const requiredBy = ({ requires }: OptionSpec, options: readonly OptionSpec[]): readonly string[] =>
  (requires ?? []).flatMap(({ option }) => options.find(({ name }) => name === option)?.long ?? [])

/** Returns the options that cannot be used with this one, whichever side declares the conflict. */
export const conflictsOf = (option: OptionSpec, options: readonly OptionSpec[]): readonly string[] =>
  options.filter((other) => excludes(option, other) || excludes(other, option)).map(({ long }) => long)

const excludes = ({ conflicts = [] }: OptionSpec, { name }: OptionSpec) =>
  conflicts.some(({ option }) => option === name)
