/** All output options, from their declarations, so that new options are tested without a change here. */

import { withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { knownValuesOf } from '../../src/cli/known-values.ts'
import type { OptionSpec } from '../../src/cli/option-spec.ts'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { commands } from '../../src/commands/index.ts'

/** Words for options with free values, or that need another option. Others get a known value, or `1`. */
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

/** Returns the words of each output option of a command, with each choice of a closed set. */
export function ownOptions(command: string): readonly (readonly string[])[] {
  const { endpoint } = leafOf(command) ?? {}
  const known = (option: OptionSpec) => ({ ...option, known: knownValuesOf(option, endpoint) })
  return optionsOf(command).filter(isOutput).map(known).flatMap(wordsOf)
}

/** The same for the options that all commands share. */
export const commonOptions: readonly (readonly string[])[] = globalOptions.filter(isOutput).flatMap(wordsOf)

/** Returns whether a command takes an option. */
export const takes = (command: string, name: string) =>
  optionsOf(command).some((option) => option.name === name)

const leafOf = (command: string) => leaves.find(({ path }) => path === `kiva ${command}`)
const optionsOf = (command: string) => leafOf(command)?.options ?? []

function isOutput({ group, name }: OptionSpec): boolean {
  return group === 'Output options' && name !== 'output'
}

function wordsOf({
  long,
  value,
  choices,
  known,
  valueIfOmitted,
}: OptionSpec): readonly (readonly string[])[] {
  const words = samples[long]
  if (words) return words
  if (value === undefined) return [[long]]
  const values = choices ?? [known?.[0] ?? '1']
  return [...(valueIfOmitted === undefined ? [] : [[long]]), ...values.map((one) => [`${long}=${one}`])]
}
