/** `kiva saved remove NAME`: removes a saved command. */
import { findSaved, lineOf, readSaved, savedName, updateSaved } from '../../cli/saved/saved-commands.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { savedRemove as declared } from '../../commands/actions/saved.ts'
import type { Context } from '../../context.ts'

/** Prints the removed command line. Throws `KivaError` of kind `usage` if there is no such command. */
export default async function savedRemove(
  { state, print }: Pick<Context, 'state' | 'print'>,
  values: ActionValues<typeof declared>,
): Promise<void> {
  const name = savedName(values.name)
  const folder = await state()
  const argv = findSaved(await readSaved(folder), name)
  await updateSaved(folder, (saved) => new Map([...saved].filter(([one]) => one !== name)))
  await print({ name, command: lineOf(argv), arguments: argv }, `Removed ${name}: ${lineOf(argv)}`)
}
