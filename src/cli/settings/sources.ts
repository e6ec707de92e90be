/** Looks a setting up in its sources: flags, environment, settings file. */
import { api } from '../../commands/api.ts'
import type { World } from '../../core/context.ts'
import { needsService } from '../../core/shell-word.ts'
import type { OutputFormat } from '../../output/formats.ts'
import { optionsOf } from '../command-spec.ts'
import type { Given } from '../given.ts'
import type { OptionSpec } from '../option-spec.ts'
import { drawsChart } from '../options/groups.ts'
import type { ParsedCommand } from '../parse.ts'
import {
  type GlobalName,
  globalOptions,
  type SettingName,
  type SettingValue,
  settingsAlone,
} from './global-options.ts'

/** The checked settings of one table in the file. */
export type SettingsTable = ReadonlyMap<string, SettingValue>

/** All sources of settings. */
export interface Sources {
  readonly given: Given<GlobalName | 'out'>
  /** The file that the output goes to, if an option names one. */
  readonly out?: string | undefined
  /** The output format that another option implies. */
  readonly implied?: OutputFormat | undefined
  /** The output format on a terminal, if nothing else names one: a table by default. */
  readonly onTerminal?: OutputFormat
  /** Whether the command serves the sandbox itself. */
  readonly serves?: boolean
  /** Whether the command is about the service itself, so that the setting and the variable of the mirror do not count. */
  readonly isLive?: boolean
  /** True unless the command prints records of the API: then only flags choose the output format. */
  readonly isOwnOutput?: boolean
  readonly env: World['env']
  /** Tables of the settings file: the profile's first, then the general one. */
  readonly tables: readonly SettingsTable[]
}

/** Returns the sources of a run's settings. `tables` are those of the settings file. */
export function sourcesOf(
  typed: Pick<ParsedCommand, 'given' | 'params' | 'command'>,
  env: World['env'],
  tables: readonly SettingsTable[],
): Sources {
  const { given, params, command } = typed
  const asksForRecords = command.endpoint !== undefined || command.action === api
  return {
    given,
    // With `mirror export --out`, the folder is not where the output goes.
    out: 'out' in (command.action?.params ?? {}) ? undefined : given.last('out'),
    env,
    tables,
    implied: implyingOption(typed)?.implies,
    ...(asksForRecords && drawsChart(params) && { onTerminal: 'chart' as const }),
    isLive: needsService(command.action?.name ?? ''),
    serves: command.action?.name === 'sandbox',
    isOwnOutput: !asksForRecords || params.last('fields') === '',
  }
}

/** Returns the option that implies an output format, if one was given. */
export const implyingOption = ({ command, params }: Pick<ParsedCommand, 'command' | 'params'>) =>
  optionsOf(command).find(({ name, implies }) => implies && params.has(name))

/** Returns one lookup function per source, highest priority first. */
export function lookups({
  given,
  env,
  tables,
}: Sources): readonly ((name: SettingName) => SettingValue | undefined)[] {
  return [
    (name) => flagOf(given, name),
    (name) => variableOf(env, name),
    ...tables.map((table) => (name: SettingName) => table.get(name)),
  ]
}

/** Returns the setting from the first source that has it. */
export function settingOf(sources: Sources, name: SettingName): SettingValue | undefined {
  for (const look of lookups(sources)) {
    const found = look(name)
    if (found) return found
  }
  return undefined
}

/** Returns the last value of an option; `undefined` for a setting without one. */
export function flagOf(given: Given<GlobalName>, name: SettingName): SettingValue | undefined {
  const options = globalOptions.filter((option) => option.name === name)
  const [first] = options
  const value = first && given.last(first.name)
  if (!first || value === undefined) return undefined
  // Of a flag and its opposite, the one that says this value was given.
  const isSaid = ({ flagValue }: OptionSpec) => flagValue === value
  return { value, label: (options.find(isSaid) ?? first).long, source: 'flag' }
}

/** Returns the value of a setting's environment variable. An empty variable counts as unset. */
export function variableOf(env: World['env'], name: SettingName): SettingValue | undefined {
  const rows: readonly Pick<OptionSpec, 'name' | 'env'>[] = [...globalOptions, ...settingsAlone]
  const variable = rows.find((row) => row.name === name)?.env
  const value = variable === undefined ? undefined : env[variable]
  return value && variable ? { value, label: variable, source: 'environment' } : undefined
}
