/** A report of each setting: its value, its source, and what is wrong with it. */
import { KivaError } from '../../core/errors.ts'
import type { SettingReport } from '../../core/settings.ts'
import {
  type ConfigurableOption,
  checkSetting,
  configurableOptions,
  isSwitch,
  jsonOf,
  textOf,
} from './configurable-option.ts'
import { defaultOf } from './global-options.ts'
import { isKeySetting } from './key-settings.ts'
import { outputOf, type Stdout } from './output-format.ts'
import { isOn, type SettingValue } from './parse-setting.ts'
import { decidingText } from './run-settings.ts'
import { flagOf, type Sources } from './sources.ts'

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
    const found = isKeySetting(name)
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
