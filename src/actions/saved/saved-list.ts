/** `kiva saved list`: lists the saved commands. */
import { lineOf, readSaved } from '../../cli/saved/saved-commands.ts'
import type { Context } from '../../context.ts'

/** Prints one record per command. People get whole lines, to copy. Throws `KivaError` of kind `config`. */
export default async function savedList({ state, print }: Pick<Context, 'state' | 'print'>): Promise<void> {
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
