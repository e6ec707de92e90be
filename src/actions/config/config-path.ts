/** `kiva config path`: prints the path of the settings file, whatever it contains. */
import type { Context } from '../../context.ts'
import { printValue } from './config-words.ts'

/** Prints the path. Throws `KivaError` of kind `config` if the config folder is unknown. */
export default async function configPath(context: Context): Promise<void> {
  const { path } = await context.store('config')
  await printValue(context, { path }, path)
}
