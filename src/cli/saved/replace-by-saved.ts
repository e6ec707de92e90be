import { savedRun } from '../../commands/actions/saved.ts'
import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { type ParsedCommand, parse } from '../parse.ts'
import { optionWords } from '../typed-options.ts'
import { findSaved, readSaved, savedName } from './saved-commands.ts'

/**
 * Returns the command that `saved run` names, parsed with the words that follow the name and the global options before
 * it. Help, and errors in the command line, stay with `saved run`. Throws `KivaError`.
 */
export async function replaceBySaved(
  typed: ParsedCommand,
  { state }: Pick<World, 'state'>,
): Promise<ParsedCommand> {
  const { words, given, problem, root } = typed
  const [text, ...more] = words
  if (text === undefined || problem || given.has('help')) return typed
  const name = savedName(text)
  const saved = parse(findSaved(await readSaved(await state()), name), root)
  if (saved.command.action === savedRun) throw runsAnother(name)
  if (saved.problem) return saved
  const options = [...optionWords(saved), ...optionWords(typed)]
  const path = saved.command.path.split(' ').slice(1)
  // Words that start with a dash were typed after `--`, and appended options go before it.
  const isMarked = saved.words.some((word) => /^-./.test(word))
  const rest = isMarked ? [...more, '--', ...saved.words] : [...saved.words, ...more]
  return parse([...path, ...options, ...rest], root)
}

/** Returns the error for a saved command that would run a saved command. */
export const runsAnother = (name: string): KivaError =>
  new KivaError('usage', `the saved command "${name}" cannot run another saved command`, {
    hint: 'Save the other command itself: kiva saved list prints it.',
  })
