/**
 * `config.json`: one key per setting, and `profiles` with named tables that override them. What it can hold, how it is
 * read, and the report of the settings of a run. Loaded when a run has the file, or asks about settings.
 */
import { didYouMean, nearest } from '../../api/nearest.ts'
import { recordTypes } from '../../api/records/record-types.ts'
import { type ExploreAction, exploreActions, exploreKeys } from '../../commands/explore-keys.ts'
import { KivaError } from '../../core/errors.ts'
import type { NamedText } from '../../core/files.ts'
import { asGiven, foreign, type Sentence, sentence } from '../../core/foreign-text.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { lazyPattern } from '../../core/lazy.ts'
import { profileName, type SettingReport } from '../../core/settings.ts'
import type { OptionSpec } from '../option-spec.ts'
import {
  defaultOf,
  isOn,
  type SettingText,
  type SettingValue,
  type StoredOption,
  storedOptions,
} from './global-options.ts'
import { columnPrefix, decidingText, namesOfColumns, outputOf, type Stdout } from './run-settings.ts'
import { flagOf, type SettingsTable, type Sources } from './sources.ts'

/** The parsed settings file, with every value checked. */
export interface SettingsFile {
  readonly settings: SettingsTable
  readonly profiles: ReadonlyMap<string, SettingsTable>
}

/** The file's version. It may be missing in a file written by hand. */
const fileVersion = 1

/**
 * Parses and checks the whole file, including settings that this run does not use. Throws `KivaError` of
 * kind `config`, which quotes names from the file but no other text.
 */
export function readSettingsFile({ path, text }: NamedText): SettingsFile {
  const { v = fileVersion, profiles = {}, ...settings } = parse(text, path)
  if (v !== fileVersion) {
    throw wrong(`cannot read ${path}: unknown file version (expected ${fileVersion})`)
  }
  if (!isObject(profiles)) throw wrong(`invalid profiles in ${path}: expected a JSON object`)
  return {
    settings: readTable(settings, { place: `in ${path}`, source: 'file' }),
    profiles: new Map(
      Object.entries(profiles).map(([name, table]) => {
        const place = `in the profile ${name} of ${path}`
        if (!profileName.test(name)) throw wrong(sentence`invalid profile name "${foreign(name)}" in ${path}`)
        if (!isObject(table)) throw wrong(`invalid profile ${name} in ${path}: expected a JSON object`)
        return [name, readTable(table, { place, source: 'profile' })]
      }),
    ),
  }
}

/** Returns the settings of a profile. Throws `KivaError` of kind `usage` if it does not exist. */
export function profileOf(file: SettingsFile | undefined, { value, label }: SettingValue): SettingsTable {
  const profile = file?.profiles.get(value)
  if (profile) return profile
  const names = [...(file?.profiles.keys() ?? [])]
  const there = names.length === 0 ? 'There are no profiles.' : `Profiles: ${names.join(', ')}.`
  throw new KivaError('usage', `unknown profile "${asGiven(value)}" for ${label}`, {
    hint: didYouMean(nearest(value, names), `${there} Create one with kiva --profile NAME config set.`),
  })
}

/** Where a table of settings is, worded for messages. */
interface Spot extends Pick<SettingValue, 'source'> {
  readonly place: string
}

function readTable(table: JsonObject, at: Spot): SettingsTable {
  return new Map(Object.entries(table).map(([name, value]) => [name, readOne(name, value, at)]))
}

function readOne(name: string, value: Json, { place, source }: Spot): SettingValue {
  try {
    const option = configurableOption(name)
    if (option.name !== name) throw new KivaError('usage', `unknown setting "${name}": use ${option.name}`)
    const text = textOf(option, value)
    if (text === undefined) throw new KivaError('usage', `invalid value for ${name}`)
    const setting: SettingValue = { value: text, label: `${name} ${place}`, source }
    checkSetting(option, setting)
    return setting
  } catch (problem) {
    if (!(problem instanceof KivaError)) throw problem
    // Parser errors that quote the label already name the place.
    const namesPlace = problem.message.includes(place)
    throw problem.copyWith(
      'config',
      namesPlace ? problem.sentence : sentence`${problem.sentence}, ${place}`,
      {
        hint: (kiva) =>
          [problem.hintFor(kiva), `Fix it with ${kiva('config edit')}.`].filter(Boolean).join(' '),
      },
    )
  }
}

/** Reports only the position of a syntax error: the parser's own message quotes the file. */
function parse(text: string, path: string): JsonObject {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (cause) {
    const at = /\(line \d+ column \d+\)/.exec(String(cause))?.[0] ?? ''
    throw wrong(`invalid JSON in ${path} ${at}`.trimEnd())
  }
  if (isObject(value)) return value
  throw wrong(`invalid settings file ${path}: expected a JSON object`)
}

function wrong(words: string | Sentence): KivaError {
  return new KivaError('config', words, {
    hint: (kiva) => `Fix it with ${kiva('config edit')}, or move it away.`,
  })
}

/**
 * Returns every setting of the settings file with its value in this run, its source, and the problem if the
 * value is invalid. The sandbox has no URLs. `implying` is the flag that implies the output format, if any.
 */
export function reportSettings(
  sources: Sources,
  stdout: Stdout,
  implying: string | undefined,
): readonly SettingReport[] {
  const output = (): SettingValue | undefined =>
    flagOf(sources.given, 'output') ??
    (implying === undefined
      ? decidingText(sources, 'output')
      : { value: outputOf(sources, stdout), label: implying, source: 'flag' })
  const sandbox = decidingText(sources, 'sandbox')
  return configurableOptions.map((option) => {
    const { name } = option
    if (sandbox && isOn(sandbox.value) && (name === 'base_url' || name === 'auth_url')) {
      return { setting: name, value: null, source: sandbox.source, place: sandbox.label }
    }
    const found = isFileSetting(name)
      ? inTables(sources, name)
      : name === 'output'
        ? output()
        : decidingText(sources, name)
    return found
      ? reportOne(option, found)
      : { ...nothing, setting: name, value: defaultValue(option, sources, stdout) }
  })
}

/** Returns a setting of the settings file that no flag or variable sets. */
const inTables = ({ tables }: Sources, name: string): SettingValue | undefined =>
  tables.map((table) => table.get(name)).find((found) => found !== undefined)

const nothing = { source: 'default', place: '' } as const

function reportOne(option: ConfigurableOption, found: SettingValue): SettingReport {
  const base = { setting: option.name, source: found.source, place: found.label }
  try {
    checkSetting(option, found)
    return { ...base, value: jsonOf(option, found) }
  } catch (problem) {
    if (!(problem instanceof KivaError)) throw problem
    return { ...base, value: null, problem }
  }
}

/** Returns the default value of a setting. */
function defaultValue(option: ConfigurableOption, sources: Sources, stdout: Stdout): SettingReport['value'] {
  if (option.name === 'output') return outputOf(sources, stdout)
  if (isSwitch(option)) return false
  const text = textOf(option, defaultOf(option))
  return text === undefined ? null : jsonOf(option, { value: text, label: '', source: 'file' })
}

/** The settings `explore.keys.*`: the keys of `kiva explore`. Only the settings file can hold them. */
export const keyPrefix = 'explore.keys.'

type KeySettingName = `${typeof keyPrefix}${ExploreAction}`

/** A setting without an option. */
interface FileSetting extends Omit<OptionSpec, 'name' | 'long' | 'group'> {
  readonly name: KeySettingName | `${typeof columnPrefix}${string}`
  readonly parse: (text: SettingText) => unknown
}

const keySettings: readonly FileSetting[] = exploreActions.map((action) => ({
  name: `${keyPrefix}${action}`,
  value: 'keys',
  brief: `keys: ${exploreKeys[action].brief}`,
  default: exploreKeys[action].keys.join(','),
  parse: parseKeys,
}))

/** The settings `columns.*`: the columns of lists on a terminal, by the key of their records. */
const listKeys = new Set(Object.values(recordTypes).flatMap(({ key, single }) => (single ? [] : key)))

const columnSettings: readonly FileSetting[] = [...listKeys].map((key) => ({
  name: `${columnPrefix}${key}`,
  value: 'names',
  brief: `columns of lists of ${key.replaceAll('_', ' ')} on a terminal`,
  parse: parseColumns,
}))

/** Returns the names of columns. Throws `KivaError` of kind `usage` for an empty one. */
function parseColumns({ value, label }: SettingText): readonly string[] {
  const names = namesOfColumns(value)
  if (names.every((name) => name !== '')) return names
  throw new KivaError('usage', `invalid value "${asGiven(value)}" for ${label}: expected names of columns`, {
    hint: 'Example: id,name,country,to-go,ends. + at the end keeps the other columns.',
  })
}

/** Returns whether only the settings file can hold a setting. */
export const isFileSetting = (name: string): name is FileSetting['name'] =>
  isKeySetting(name) || name.startsWith(columnPrefix)

/** Returns whether a setting is one of these, by its prefix alone. */
export const isKeySetting = (name: string): name is KeySettingName => name.startsWith(keyPrefix)

/** Returns the setting of the action whose name is nearest, if one is near. */
function nearestKeySetting(name: KeySettingName): string | undefined {
  const near = nearest(actionOfSetting(name), exploreActions)
  return near === undefined ? undefined : `${keyPrefix}${near}`
}

/** Returns the action that a setting gives keys to. */
export const actionOfSetting = (name: KeySettingName): ExploreAction =>
  name.slice(keyPrefix.length) as ExploreAction

const named =
  'enter, tab, esc, space, backspace, delete, up, down, left, right, home, end, page-up, page-down, f1 to f12'

const keyPattern = lazyPattern(
  String.raw`^(?:[^\s\p{C}]|(?:ctrl-|alt-|shift-)*(?:enter|tab|esc|space|backspace|delete|up|down|left|right|home|end|page-up|page-down|f[1-9]|f1[0-2])|(?:ctrl-|alt-|ctrl-alt-)[^\s\p{C}])$`,
  'u',
)

/** Returns the keys of a setting. Throws `KivaError` of kind `usage` for a key that no terminal sends. */
export function parseKeys({ value, label }: SettingText): readonly string[] {
  const keys = value.split(',').map((key) => key.trim())
  const unknown = keys.find((key) => !keyPattern().test(key))
  if (unknown === undefined) return [...new Set(keys)]
  throw new KivaError('usage', `invalid value "${asGiven(value)}" for ${label}: unknown key "${unknown}"`, {
    hint: `Keys, separated by commas: characters such as j or ?; ctrl-d; alt-x; ${named}.`,
  })
}

/** An option, the columns of lists, or the keys of an action in `kiva explore`. */
export type ConfigurableOption = StoredOption | FileSetting

export const configurableOptions: readonly ConfigurableOption[] = [
  ...storedOptions,
  ...columnSettings,
  ...keySettings,
]

/**
 * Returns the setting with this name, written with `_` or `-`. Throws `KivaError` of kind `usage` that
 * suggests the nearest name.
 */
export function configurableOption(name: string): ConfigurableOption {
  const found = configurableOptions.find((option) => option.name === name.replaceAll('-', '_'))
  if (found) return found
  const columns = columnSettings.map((setting) => setting.name)
  const near = isKeySetting(name) ? nearestKeySetting(name) : nearest(name, [...settingNames, ...columns])
  const all = isKeySetting(name)
    ? 'kiva help explore lists the actions.'
    : `Settings: ${settingNames.join(', ')}, columns.<list>, explore.keys.<action>.`
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
function textOf(
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
      `invalid value "${asGiven(setting.value)}" for ${setting.label}: expected an absolute path`,
    )
  }
}
