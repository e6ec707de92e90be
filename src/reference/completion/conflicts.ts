/** Lists which options completion stops offering once another option was given. */
import type { OptionSpec } from '../../cli/option-spec.ts'
import { conflictsOf } from '../../cli/options/option-rules.ts'
import { optionsOf, withDescendants } from '../../cli/tree/command-spec.ts'
import { commandTree } from '../../cli/tree/command-tree.ts'
import type { Commands } from '../../commands/commands.ts'

/** Options, and all forms of the options that cannot be used with any of them. */
export interface ConflictRow {
  readonly words: readonly string[]
  readonly excluded: readonly string[]
}

/**
 * Returns one row per set of conflicts. An option has the same conflicts in every command that has both, so
 * the rows hold for all commands.
 */
export function conflictRows(commands: Commands): readonly ConflictRow[] {
  const excludedBy = new Map<string, Set<string>>()
  for (const command of withDescendants(commandTree(commands))) {
    const options = optionsOf(command)
    for (const option of options) {
      const excluded = conflictsOf(option, options).flatMap((long) => formsOf(options, long))
      for (const word of excluded.length > 0 ? forms(option) : [])
        excludedBy.set(word, new Set([...(excludedBy.get(word) ?? []), ...excluded]))
    }
  }
  const rows = new Map<string, ConflictRow>()
  for (const [word, set] of excludedBy) {
    const excluded = [...set].sort()
    const key = excluded.join()
    rows.set(key, { words: [...(rows.get(key)?.words ?? []), word], excluded })
  }
  return [...rows.values()]
}

const forms = ({ long, short }: OptionSpec): readonly string[] => (short ? [long, short] : [long])

const formsOf = (options: readonly OptionSpec[], long: string) =>
  options.filter((option) => option.long === long).flatMap(forms)
