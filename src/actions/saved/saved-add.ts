/** `kiva saved add NAME -- COMMAND`: saves the arguments of a command under a name. */
import { checkCommand } from '../../cli/saved/check-command.ts'
import { lineOf, savedName, updateSaved } from '../../cli/saved/saved-commands.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { savedAdd as declared } from '../../commands/actions/saved.ts'
import type { Commands } from '../../commands/commands.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'

/** Prints the saved command line, and the one that it replaces. Throws `KivaError` if the command is invalid. */
export default async function savedAdd(
  context: Pick<Context, 'state' | 'print' | 'env' | 'stdout' | 'settingsFile'>,
  { name: given, command }: ActionValues<typeof declared>,
  commands: Commands,
): Promise<void> {
  const name = savedName(given)
  const argv = withoutStart(command)
  if (argv.length === 0) {
    throw new KivaError('usage', 'missing required argument <command>', {
      hint: `Example: kiva saved add ${name} -- loans search --sector Food.`,
    })
  }
  await checkCommand(name, argv, commands, context)
  let old: readonly string[] | undefined
  await updateSaved(await context.state(), (saved) => {
    old = saved.get(name)
    return new Map([...saved, [name, argv]])
  })
  const [line, replaced] = [lineOf(argv), old && lineOf(old)]
  await context.print(
    { name, command: line, arguments: argv, ...(replaced !== undefined && { replaced }) },
    [`Saved ${name}: ${line}`, ...(replaced === undefined ? [] : [`It replaces: ${replaced}`])].join('\n'),
  )
}

/** Drops `--`, and `kiva` in a line that was copied. */
function withoutStart(words: readonly string[]): readonly string[] {
  const command = words[0] === '--' ? words.slice(1) : words
  return command[0] === 'kiva' ? command.slice(1) : command
}
