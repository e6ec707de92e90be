/** `kiva config get SETTING`: prints a setting's value in this run. */
import { configurableOption } from '../../cli/settings/configurable-option.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { configGet as declared } from '../../commands/actions/config.ts'
import type { Context } from '../../context.ts'
import { printValue } from './config-words.ts'

/** Prints the value. Throws `KivaError` for an unknown setting or invalid settings. */
export default async function configGet(
  context: Context,
  values: ActionValues<typeof declared>,
): Promise<void> {
  const { name } = configurableOption(values.setting)
  const { settings, error } = await context.report()
  if (error) throw error
  const setting = settings.find(({ setting }) => setting === name)
  const { value = null, source = 'default', place = '' } = setting ?? {}
  await printValue(context, { setting: name, value, source, place }, String(value ?? ''))
}
