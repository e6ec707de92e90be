/** `kiva config list`: lists every setting with its value and source. */
import { isKeySetting } from '../../cli/settings/key-settings.ts'
import type { Context } from '../../context.ts'

/** Prints one record per setting; of the keys of `kiva explore`, those that are set. Throws `KivaError` if the settings are invalid. */
export default async function configList({
  print,
  report,
  say,
}: Pick<Context, 'print' | 'report' | 'say'>): Promise<void> {
  const { settings, profiles, error } = await report()
  if (error) throw error
  const listed = settings.filter(({ setting, source }) => !isKeySetting(setting) || source !== 'default')
  await print(listed.map(({ setting, value, source, place }) => ({ setting, value, source, place })))
  if (profiles.length > 0) await say(`Profiles (--profile): ${profiles.join(', ')}.`)
}
