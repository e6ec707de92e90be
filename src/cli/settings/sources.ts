/** Looks a setting up in its sources: flags, environment, settings file. */
import { notAChoice } from '../../api/values/values.ts'
import type { World } from '../../context.ts'
import type { OutputFormat } from '../../output/formats.ts'
import type { SettingReport } from '../../ports/settings.ts'
import type { Given } from '../given.ts'
import type { OptionSpec } from '../option-spec.ts'
import { type GlobalName, globalOptions } from './global-options.ts'

/** The text of a setting, with its source and a label for error messages. */
export interface SettingValue {
  readonly value: string
  readonly label: string
  readonly source: Exclude<SettingReport['source'], 'default'>
}

/** The checked settings of one table in the file. */
export type KeptSettings = ReadonlyMap<string, SettingValue>

/** All sources of settings. */
export interface Sources {
  readonly given: Given<GlobalName | 'out'>
  /** The output format that another option implies. */
  readonly implied?: OutputFormat | undefined
  readonly env: World['env']
  /** Tables of the settings file: the profile's first, then the general one. */
  readonly kept: readonly KeptSettings[]
}

/** Returns one lookup function per source, highest priority first. */
export function lookups({
  given,
  env,
  kept,
}: Sources): readonly ((name: GlobalName) => SettingValue | undefined)[] {
  return [
    (name) => flagOf(given, name),
    (name) => variableOf(env, name),
    ...kept.map((table) => (name: GlobalName) => table.get(name)),
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
  const option = globalOptions.find((one) => one.name === name)
  return value === undefined || !option ? undefined : { value, label: option.long, source: 'flag' }
}

/** Returns the value of an option's environment variable. An empty variable counts as unset. */
export function variableOf(env: World['env'], name: GlobalName): SettingValue | undefined {
  const option: OptionSpec | undefined = globalOptions.find((one) => one.name === name)
  const value = option?.env === undefined ? undefined : env[option.env]
  return value && option?.env ? { value, label: option.env, source: 'environment' } : undefined
}

/** Returns the value if it is one of the choices. Throws `KivaError` of kind `usage` otherwise. */
export function choice<const C extends string>(given: SettingValue, choices: readonly C[]): C {
  const found = choices.find((one) => one === given.value)
  if (found === undefined) throw notAChoice(given.label, choices, given.value)
  return found
}
