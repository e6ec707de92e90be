/** `kiva config set SETTING VALUE`: stores a setting in the settings file. */
import { checkSetting, configurableOption, jsonOf } from '../../cli/settings/configurable-option.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { configSet as declared } from '../../commands/actions/config.ts'
import type { Context } from '../../context.ts'
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
  const kept = jsonOf(option, setting)
  const path = await changeSettings(context, (table) => ({ ...table, [option.name]: kept }))
  const { profile } = context.settings
  const where = profile === undefined ? path : `the profile ${profile} of ${path}`
  await context.print(
    { setting: option.name, value: kept, path, ...(profile !== undefined && { profile }) },
    `${option.name} is ${kept} in ${where}.`,
  )
  await warnIfOverridden(context, option.name)
}

/** Says so if an environment variable overrides the stored setting. */
async function warnIfOverridden(
  { report, say }: Pick<Context, 'report' | 'say'>,
  name: string,
): Promise<void> {
  const nearer = (await report()).settings.find(({ setting }) => setting === name)
  if (nearer?.source === 'environment') await say(`${nearer.place} is set, and wins over it.`)
}
