/** `kiva config unset SETTING`: removes a setting from the settings file. */
import { configurableOption } from '../../cli/settings/configurable-option.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { configUnset as declared } from '../../commands/actions/config.ts'
import type { Context } from '../../context.ts'
import { changeSettings } from './change-settings.ts'

/** Prints whether the setting was set. Throws `KivaError`. */
export default async function configUnset(
  context: Context,
  values: ActionValues<typeof declared>,
): Promise<void> {
  const { name } = configurableOption(values.setting)
  let removed = false
  const path = await changeSettings(context, (table) => {
    removed = Object.hasOwn(table, name)
    const { [name]: _, ...rest } = table
    return rest
  })
  await context.print(
    { setting: name, removed, path },
    removed ? `Unset ${name} in ${path}.` : `${name} is not set in ${path}.`,
  )
}
