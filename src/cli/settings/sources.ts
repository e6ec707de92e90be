/** Looks a setting up in its sources: flags, environment, settings file. */
import type { World } from '../../context.ts'
import type { OutputFormat } from '../../output/formats.ts'
import type { Given } from '../given.ts'
import type { OptionSpec } from '../option-spec.ts'
import { type GlobalName, globalOptions } from './global-options.ts'
import type { SettingValue } from './parse-setting.ts'

/** The checked settings of one table in the file. */
export type SettingsTable = ReadonlyMap<string, SettingValue>

/** All sources of settings. */
export interface Sources {
  readonly given: Given<GlobalName | 'out'>
  /** The output format that another option implies. */
  readonly implied?: OutputFormat | undefined
  /** Whether the command serves the sandbox itself. */
  readonly serves?: boolean
  /** True unless the command prints records of the API: then only flags choose the output format. */
  readonly isOwnOutput?: boolean
  readonly env: World['env']
  /** Tables of the settings file: the profile's first, then the general one. */
  readonly tables: readonly SettingsTable[]
}

/** Returns one lookup function per source, highest priority first. */
export function lookups({
  given,
  env,
  tables,
}: Sources): readonly ((name: GlobalName) => SettingValue | undefined)[] {
  return [
    (name) => flagOf(given, name),
    (name) => variableOf(env, name),
    ...tables.map((table) => (name: GlobalName) => table.get(name)),
  ]
}

/** Returns the setting from the first source that has it. */
export function settingOf(sources: Sources, name: GlobalName): SettingValue | undefined {
  for (const look of lookups(sources)) {
    const found = look(name)
    if (found) return found
  }
  return undefined
}

/** Returns the last value of an option. */
export function flagOf(given: Given<GlobalName>, name: GlobalName): SettingValue | undefined {
  const value = given.last(name)
  const options: readonly OptionSpec[] = globalOptions.filter((option) => option.name === name)
  // Of a flag and its opposite, the one that says this value was given.
  const option = options.find(({ flagValue }) => flagValue === value) ?? options[0]
  return value === undefined || !option ? undefined : { value, label: option.long, source: 'flag' }
}

/** Returns the value of an option's environment variable. An empty variable counts as unset. */
export function variableOf(env: World['env'], name: GlobalName): SettingValue | undefined {
  const option: OptionSpec | undefined = globalOptions.find((row) => row.name === name)
  const value = option?.env === undefined ? undefined : env[option.env]
  return value && option?.env ? { value, label: option.env, source: 'environment' } : undefined
}
