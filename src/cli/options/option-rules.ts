/** The rules of an option as programs and help read them: the options of a command by their long names. */
import type { OptionSpec } from '../option-spec.ts'

/** Options of which one must be given too; empty where none must. */
export const requiredBy = ({ requires }: OptionSpec, options: readonly OptionSpec[]): readonly string[] =>
  (requires ?? []).flatMap(({ option }) => options.find(({ name }) => name === option)?.long ?? [])

/** Options that cannot be given too, whichever of the two declares it. */
export const conflictsOf = (option: OptionSpec, options: readonly OptionSpec[]): readonly string[] =>
  options.filter((other) => excludes(option, other) || excludes(other, option)).map(({ long }) => long)

const excludes = ({ conflicts = [] }: OptionSpec, { name }: OptionSpec) =>
  conflicts.some(({ option }) => option === name)
