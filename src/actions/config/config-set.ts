/** `kiva config set SETTING VALUE`: stores a setting in the settings file. */
import { checkSetting, configurableOption, jsonOf } from '../../cli/settings/configurable-option.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { configSet as declared } from '../../commands/actions/config.ts'
import type { Context } from '../../context.ts'
import { keymapOf } from '../../explore/session/chosen-keys.ts'
import { changeSettings } from './change-settings.ts'

/** Checks the value like its flag's value, and prints what is stored. Throws `KivaError`. */
export default async function configSet(
  context: Context,
  values: ActionValues<typeof declared>,
): Promise<void> {
  const option = configurableOption(values.setting)
  const text = values.value
  // A relative path would mean a different file in each working directory.
  const value = option.file ? await (await context.files()).absolute(text) : text
  const setting = { value, label: option.name, source: 'file' } as const
  checkSetting(option, setting)
  const jsonValue = jsonOf(option, setting)
  const others = (await context.report()).settings.filter((one) => one.setting !== option.name)
  keymapOf([...others, { setting: option.name, value: jsonValue, source: 'file', place: option.name }])
  const path = await changeSettings(context, (table) => ({ ...table, [option.name]: jsonValue }))
  const { profile } = context.settings
  const where = profile === undefined ? path : `the profile ${profile} of ${path}`
  await context.print(
    { setting: option.name, value: jsonValue, path, ...(profile !== undefined && { profile }) },
    `Set ${option.name} to ${jsonValue} in ${where}.`,
  )
  await warnIfOverridden(context, option.name)
}

/** Says so if an environment variable overrides the stored setting. */
async function warnIfOverridden(
  { report, say }: Pick<Context, 'report' | 'say'>,
  name: string,
): Promise<void> {
  const override = (await report()).settings.find(({ setting }) => setting === name)
  if (override?.source === 'environment') await say(`${override.place} is set and overrides it.`)
}
