/** `kiva saved list` and `kiva saved remove NAME`. */
import { commandTree } from '../cli/command-tree.ts'
import { findSaved, lineOf, readSaved, savedName, updateSaved } from '../cli/saved.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { savedRemove as declared } from '../commands/actions/saved.ts'
import type { Context } from '../core/context.ts'

/** Prints one record per command. People get whole lines, to copy. Throws `KivaError` of kind `config`. */
export async function savedList({ state, print }: Pick<Context, 'state' | 'print'>): Promise<void> {
  const saved = [...(await readSaved(await state()))]
  const width = Math.max(0, ...saved.map(([name]) => name.length))
  const lines = saved.map(([name, argv]) => `${name.padEnd(width)}  ${lineOf(argv)}`)
  await print(
    saved.map(([name, argv]) => ({ name, command: lineOf(argv), arguments: argv })),
    lines.length > 0
      ? lines.join('\n')
      : 'No saved commands. Save one with kiva saved add NAME -- <command>.',
  )
}

/** Removes a saved command, and prints its line. Throws `KivaError` of kind `usage` if there is no such command. */
export async function savedRemove(
  { state, print }: Pick<Context, 'state' | 'print'>,
  values: ActionValues<typeof declared>,
  commands: Commands,
): Promise<void> {
  const name = savedName(values.name)
  const folder = await state()
  const argv = findSaved(await readSaved(folder), name)
  await updateSaved(
    folder,
    commandTree(commands),
    (saved) => new Map([...saved].filter(([key]) => key !== name)),
  )
  await print({ name, command: lineOf(argv), arguments: argv }, `Removed ${name}: ${lineOf(argv)}`)
}
