import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { SettingReport } from '../../ports/settings.ts'
import {
  type ConfigurableOption,
  checkSetting,
  configurableOptions,
  isSwitch,
  jsonOf,
  textOf,
} from './configurable-option.ts'
import { outputOf } from './output-format.ts'
import { usualPager } from './pager.ts'
import { sandboxOf } from './run-settings.ts'
import { type SettingValue, type Sources, settingOf } from './sources.ts'

/**
 * Returns every setting of the settings file with its value in this run, its source, and the problem if the
 * value is invalid.
 */
export function reportSettings(sources: Sources, stdout: World['stdout']): readonly SettingReport[] {
  return configurableOptions.map((option) => {
    const found = option.name === 'sandbox' ? sandboxOf(sources) : settingOf(sources, option.name)
    return found
      ? reportOne(option, found)
      : { ...nothing, setting: option.name, value: usual(option, sources, stdout) }
  })
}

const nothing = { source: 'default', place: '' } as const

function reportOne(option: ConfigurableOption, found: SettingValue): SettingReport {
  const told = { setting: option.name, source: found.source, place: found.label }
  try {
    checkSetting(option, found)
    return { ...told, value: jsonOf(option, found) }
  } catch (problem) {
    if (!(problem instanceof KivaError)) throw problem
    return { ...told, value: null, problem }
  }
}

/** Returns the default value of a setting. */
function usual(
  option: ConfigurableOption,
  sources: Sources,
  stdout: World['stdout'],
): SettingReport['value'] {
  if (option.name === 'output') return outputOf(sources, stdout)
  if (option.name === 'pager') return usualPager(sources.env)
  if (isSwitch(option)) return false
  const text = textOf(option, option.default)
  return text === undefined ? null : jsonOf(option, { value: text, label: '', source: 'file' })
}
