/** The settings that the settings file can hold, and how the file stores their values. */
import { didYouMean, nearest } from '../../api/nearest.ts'
import { KivaError } from '../../core/errors.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import type { Json } from '../../core/json.ts'
import type { OptionSpec } from '../option-spec.ts'
import { type StoredOption, storedOptions } from './global-options.ts'
import { isKeySetting, type KeySetting, keySettings, nearestKeySetting } from './key-settings.ts'
import type { SettingValue } from './parse-setting.ts'

/** An option, or the keys of an action in `kiva explore`. */
export type ConfigurableOption = StoredOption | KeySetting

export const configurableOptions: readonly ConfigurableOption[] = [...storedOptions, ...keySettings]

/**
 * Returns the setting with this name, written with `_` or `-`. Throws `KivaError` of kind `usage` that
 * suggests the nearest name.
 */
export function configurableOption(name: string): ConfigurableOption {
  const found = configurableOptions.find((option) => option.name === name.replaceAll('-', '_'))
  if (found) return found
  const near = isKeySetting(name) ? nearestKeySetting(name) : nearest(name, settingNames)
  const all = isKeySetting(name)
    ? 'kiva help explore lists the actions.'
    : `Settings: ${settingNames.join(', ')}, explore.keys.<action>.`
  throw new KivaError('usage', sentence`unknown setting "${foreign(name)}"`, {
    hint: isSecret(name) ? secretsElsewhere : didYouMean(near, all),
  })
}

const settingNames = storedOptions.map(({ name }) => name)

const isSecret = (name: string) => /secret|token|password|client/i.test(name)

const secretsElsewhere =
  'The settings file holds no secrets: run kiva login, or set KIVA_CLIENT_ID and KIVA_CLIENT_SECRET (or …_FILE).'

/** True for an on/off flag. A flag with its own `flagValue` sets one value of many, so it is not a switch. */
export const isSwitch = ({ value, flagValue }: Pick<OptionSpec, 'value' | 'flagValue'>) =>
  value === undefined && flagValue === undefined

/**
 * Converts a value from the file to the text that a flag would give; `undefined` if no setting can have
 * that value.
 */
export function textOf(
  option: Pick<OptionSpec, 'value' | 'flagValue'>,
  value: Json | undefined,
): string | undefined {
  if (typeof value === 'boolean') return isSwitch(option) ? (value ? '1' : '0') : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Returns the JSON value to store for a setting: a boolean for a switch, a number if the text is its
 * canonical form, else a string.
 */
export function jsonOf(option: ConfigurableOption, setting: SettingValue): string | number | boolean {
  if (isSwitch(option)) return option.parse(setting) === true
  return String(Number(setting.value)) === setting.value ? Number(setting.value) : setting.value
}

/** Checks a setting's value. Throws `KivaError` of kind `usage` if it is invalid. */
export function checkSetting(option: ConfigurableOption, setting: SettingValue): void {
  option.parse(setting)
  // A relative path would mean a different file in each working directory.
  const isFromFile = setting.source === 'file' || setting.source === 'profile'
  if (option.file && isFromFile && !/^(?:[\\/]|[A-Za-z]:[\\/])/.test(setting.value)) {
    throw new KivaError(
      'usage',
      `invalid value "${setting.value}" for ${setting.label}: expected an absolute path`,
    )
  }
}
