/** `kiva config list`: lists every setting with its value and source. */
import type { Context } from '../../context.ts'

/** Prints one record per setting. Throws `KivaError` if the settings are invalid. */
export default async function configList({
  print,
  report,
  say,
}: Pick<Context, 'print' | 'report' | 'say'>): Promise<void> {
  const { settings, profiles, error } = await report()
  if (error) throw error
  await print(settings.map(({ setting, value, source, place }) => ({ setting, value, source, place })))
  if (profiles.length > 0) await say(`Profiles (--profile): ${profiles.join(', ')}.`)
}
