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
  const { settings, trouble } = await context.report()
  if (trouble) throw trouble
  const told = settings.find(({ setting }) => setting === name)
  const { value = null, source = 'default', place = '' } = told ?? {}
  await printValue(context, { setting: name, value, source, place }, String(value ?? ''))
}
