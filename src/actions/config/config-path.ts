/** `kiva config path`: where the settings file is, whatever is in it. */
import type { Context } from '../../context.ts'
import { printValue } from './config-words.ts'

/** Prints the path. Throws `KivaError` of kind `config` where no folder can be named. */
export default async function configPath(context: Context): Promise<void> {
  const { path } = await context.store('config')
  await printValue(context, { path }, path)
}
