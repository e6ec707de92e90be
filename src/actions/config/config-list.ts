/** `kiva config list`: every setting, its value, and where it comes from. */
import type { Context } from '../../context.ts'

/** Prints a record for each setting. Throws `KivaError` where the settings cannot be used. */
export default async function configList({
  print,
  report,
  say,
}: Pick<Context, 'print' | 'report' | 'say'>): Promise<void> {
  const { settings, profiles, trouble } = await report()
  if (trouble) throw trouble
  await print(settings.map(({ setting, value, source, place }) => ({ setting, value, source, place })))
  if (profiles.length > 0) await say(`Profiles for --profile: ${profiles.join(', ')}.`)
}
