/** `kiva config list`, `get` and `path`: they show settings, and the path of their file. */
import { configurableOption, isFileSetting } from '../cli/settings/settings-file.ts'
import type { ActionValues } from '../commands/action.ts'
import type { configGet as declared } from '../commands/actions/maintenance.ts'
import type { Context } from '../core/context.ts'
import type { JsonObject } from '../core/json.ts'

/** Prints one record per setting; of the keys of `kiva explore`, those that are set. Throws `KivaError` if the settings are invalid. */
export async function configList({
  print,
  report,
  say,
}: Pick<Context, 'print' | 'report' | 'say'>): Promise<void> {
  const { settings, profiles, error } = await report()
  if (error) throw error
  const listed = settings.filter(({ setting, source }) => !isFileSetting(setting) || source !== 'default')
  await print(listed.map(({ setting, value, source, place }) => ({ setting, value, source, place })))
  if (profiles.length > 0) await say(`Profiles (--profile): ${profiles.join(', ')}.`)
}

/** Prints a setting's value in this run. Throws `KivaError` for an unknown setting or invalid settings. */
export async function configGet(context: Context, values: ActionValues<typeof declared>): Promise<void> {
  const { name } = configurableOption(values.setting)
  const { settings, error } = await context.report()
  if (error) throw error
  const setting = settings.find(({ setting }) => setting === name)
  const { value = null, source = 'default', place = '' } = setting ?? {}
  await printValue(context, { setting: name, value, source, place }, String(value ?? ''))
}

/**
 * Prints the path of the settings file, whatever it contains. Throws `KivaError` of kind `config` if the config folder
 * is unknown.
 */
export async function configPath(context: Context): Promise<void> {
  const { path } = await context.store('config')
  await printValue(context, { path }, path)
}

/** Prints the bare value, for a script's `$(…)`, or the full record with `-o`. */
async function printValue(
  { print, report, stdout }: Pick<Context, 'print' | 'report' | 'stdout'>,
  record: JsonObject,
  value: string,
): Promise<void> {
  const { settings } = await report()
  const hasOutput = settings.some(({ setting, source }) => setting === 'output' && source === 'flag')
  if (hasOutput) await print(record, value)
  else await stdout.write(`${value}\n`, 'people')
}
