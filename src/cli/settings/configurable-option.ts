/** The settings that may stand in the settings file, and how a value stands there. */
import { nearest } from '../../api/nearest.ts'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import type { Json } from '../../ports/json.ts'
import type { OptionSpec } from '../option-spec.ts'
import { type ConfigurableName, configurableNames, globalOptions } from './global-options.ts'
import { settingParsers } from './setting-parsers.ts'
import type { SettingValue } from './sources.ts'

export interface ConfigurableOption extends OptionSpec {
  readonly name: ConfigurableName
}

export const configurableOptions: readonly ConfigurableOption[] = globalOptions.filter(
  (option) => 'kept' in option,
)

/** The one of a name, as the file or the command line writes it. Throws `KivaError` of kind `usage`, with the nearest. */
export function configurableOption(name: string): ConfigurableOption {
  const option = configurableOptions.find((one) => one.name === name.replaceAll('-', '_'))
  if (option) return option
  const near = nearest(name, configurableNames)
  const meant = near === undefined ? '' : `Did you mean ${near}? `
  throw new KivaError('usage', sentence`There is no setting ${foreign(name)}`, {
    hint: isSecret(name) ? secretsElsewhere : `${meant}There are: ${configurableNames.join(', ')}.`,
  })
}

const isSecret = (name: string) => /secret|token|password|client/i.test(name)

const secretsElsewhere =
  'Secrets never stand in the settings file: log in, or set KIVA_CLIENT_ID and KIVA_CLIENT_SECRET (or …_FILE).'

/** Whether it is on or off. A flag that says something else is one value of many. */
export const isSwitch = ({ value, says }: OptionSpec) => value === undefined && says === undefined

/** A value of the file as the text that a flag would have; `undefined` for what is no value of any. */
export function textOf(option: OptionSpec, value: Json | undefined): string | undefined {
  if (typeof value === 'boolean') return isSwitch(option) ? (value ? '1' : '0') : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value that stands for a text in the file: `true` and `false` for a switch, a number where it is written as one. */
export function jsonOf(option: ConfigurableOption, setting: SettingValue): string | number | boolean {
  if (isSwitch(option)) return settingParsers[option.name](setting) === true
  return String(Number(setting.value)) === setting.value ? Number(setting.value) : setting.value
}

/** Throws `KivaError` of kind `usage` where a setting cannot be used. */
export function checkSetting({ name, file }: ConfigurableOption, setting: SettingValue): void {
  settingParsers[name](setting)
  // Any other would be another file in each folder.
  const isKept = setting.source === 'file' || setting.source === 'profile'
  if (file && isKept && !/^(?:[\\/]|[A-Za-z]:[\\/])/.test(setting.value)) {
    throw new KivaError('usage', `${setting.label} is not an absolute path: ${setting.value}`)
  }
}
