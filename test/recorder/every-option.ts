/** Every way to ask for another output, from the declarations: so that what is added is recorded by itself. */

import type { OptionSpec } from '../../src/cli/option-spec.ts'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { withDescendants } from '../../src/cli/tree/command-spec.ts'
import { commandTree } from '../../src/cli/tree/command-tree.ts'
import { commands } from '../../src/commands/index.ts'

/** Words for options that take more than a closed set, or mean nothing alone; others get a value that is known, or `1`. */
const samples: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '--fields': [['--fields'], ['--fields', 'id,name,no_such_field']],
  '--jq': [
    ['--jq', '.'],
    ['--jq', '., tostring, error'],
  ],
  '--arg': [['--arg', 'a=b', '--jq', '[., $a]']],
  '--slurp': [['--slurp', '--jq', 'length']],
  '--raw-output': [['--raw-output', '--jq', '.. | strings']],
  '--lang': [
    ['--lang', 'all'],
    ['--lang', 'es'],
  ],
  '--trace': [['--trace', 'trace.har']],
  '--out': [['--out', 'records.json']],
}

const leaves = withDescendants(commandTree(commands))

/** The words of each output option of a command's own, of a closed set each choice. */
export function ownOptions(command: string): readonly (readonly string[])[] {
  return optionsOf(command).filter(isOutput).flatMap(wordsOf)
}

/** The same of those that all commands have. */
export const commonOptions: readonly (readonly string[])[] = globalOptions.filter(isOutput).flatMap(wordsOf)

/** Whether a command takes an option. */
export const takes = (command: string, name: string) =>
  optionsOf(command).some((option) => option.name === name)

const optionsOf = (command: string) => leaves.find(({ path }) => path === `kiva ${command}`)?.options ?? []

function isOutput({ group, name }: OptionSpec): boolean {
  return group === 'Output options' && name !== 'output'
}

function wordsOf({ long, value, choices, known, bare }: OptionSpec): readonly (readonly string[])[] {
  const words = samples[long]
  if (words) return words
  if (value === undefined) return [[long]]
  const values = choices ?? [known?.[0] ?? '1']
  return [...(bare === undefined ? [] : [[long]]), ...values.map((one) => [`${long}=${one}`])]
}
