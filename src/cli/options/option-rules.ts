/** Resolves the rules of an option to the long names of a command's options, for help and the manifest. */
import type { OptionSpec } from '../option-spec.ts'

/** Returns the options of which at least one must be given too; empty if the option has no such rule. */
export const requiredBy = ({ requires }: OptionSpec, options: readonly OptionSpec[]): readonly string[] =>
  (requires ?? []).flatMap(({ option }) => options.find(({ name }) => name === option)?.long ?? [])

/** Returns the options that cannot be used with this one, whichever side declares the conflict. */
export const conflictsOf = (option: OptionSpec, options: readonly OptionSpec[]): readonly string[] =>
  options.filter((other) => excludes(option, other) || excludes(other, option)).map(({ long }) => long)

const excludes = ({ conflicts = [] }: OptionSpec, { name }: OptionSpec) =>
  conflicts.some(({ option }) => option === name)
