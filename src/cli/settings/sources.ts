/** One setting as it was given: by a flag, by the environment, or by the settings file. */
import { notAChoice } from '../../api/values/values.ts'
import type { World } from '../../context.ts'
import type { OutputFormat } from '../../output/formats.ts'
import type { SettingReport } from '../../ports/settings.ts'
import type { Given } from '../given.ts'
import type { OptionSpec } from '../option-spec.ts'
import { type GlobalName, globalOptions } from './global-options.ts'

/** A setting as it was given, and what to call the place where it was. */
export interface SettingValue {
  readonly value: string
  readonly label: string
  readonly source: Exclude<SettingReport['source'], 'default'>
}

/** The settings of a table in the file, checked. */
export type KeptSettings = ReadonlyMap<string, SettingValue>

/** Everything that settings are given by. */
export interface Sources {
  readonly given: Given<GlobalName | 'out'>
  /** The output format that another option asks for. */
  readonly implied?: OutputFormat | undefined
  readonly env: World['env']
  /** Of the settings file: those of the profile, then those of every run. */
  readonly kept: readonly KeptSettings[]
}

/** How each source is asked, the nearest first. */
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

/** A setting by the nearest source that gives it. */
export function settingOf(sources: Sources, name: GlobalName): SettingValue | undefined {
  for (const look of lookups(sources)) {
    const found = look(name)
    if (found) return found
  }
  return undefined
}

/** The last time that an option was given. */
export function flagOf(given: Given<GlobalName>, name: GlobalName): SettingValue | undefined {
  const value = given.last(name)
  const option = globalOptions.find((one) => one.name === name)
  return value === undefined || !option ? undefined : { value, label: option.long, source: 'flag' }
}

/** An empty variable is none. */
export function variableOf(env: World['env'], name: GlobalName): SettingValue | undefined {
  const option: OptionSpec | undefined = globalOptions.find((one) => one.name === name)
  const value = option?.env === undefined ? undefined : env[option.env]
  return value && option?.env ? { value, label: option.env, source: 'environment' } : undefined
}

/** One of a closed set. */
export function choice<const C extends string>(given: SettingValue, choices: readonly C[]): C {
  const found = choices.find((one) => one === given.value)
  if (found === undefined) throw notAChoice(given.label, choices, given.value)
  return found
}
