/** Reads `config.json`: one key per setting, and `profiles` with named tables that override them. */

import { didYouMean, nearest } from '../../api/nearest.ts'
import { KivaError } from '../../core/errors.ts'
import type { NamedText } from '../../core/files.ts'
import { foreign, type Sentence, sentence } from '../../core/foreign-text.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { checkSetting, configurableOption, textOf } from './configurable-option.ts'
import type { SettingValue } from './parse-setting.ts'
import type { SettingsTable } from './sources.ts'

/** The parsed settings file, with every value checked. */
export interface SettingsFile {
  readonly settings: SettingsTable
  readonly profiles: ReadonlyMap<string, SettingsTable>
}

/** The file's version. It may be missing in a file written by hand. */
const fileVersion = 1

/** The pattern of a valid profile name. */
export const profileName = /^[\w][\w.-]{0,63}$/

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
  throw new KivaError('usage', sentence`unknown profile "${foreign(value)}" for ${label}`, {
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
