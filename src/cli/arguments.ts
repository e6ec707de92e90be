/** Assigns the words after a command to its arguments. */

import type { ArgumentSpec } from './command-spec.ts'
import type { ParsedCommand } from './parse.ts'

export interface GivenArgument extends ArgumentSpec {
  readonly words: readonly string[]
}

/**
 * Returns each argument with its words: one word each, and all remaining words for a list. Throws
 * `KivaError` of kind `usage` if an argument is missing or unexpected.
 */
export async function assignArguments(typed: ParsedCommand): Promise<readonly GivenArgument[]> {
  const { args } = typed.command
  const takesAll = args.at(-1)?.list === true
  const missing = args.slice(typed.words.length).find(({ optional }) => !optional)
  if (missing || (!takesAll && typed.words.length > args.length)) {
    const { missingArgument, tooManyWords } = await import('./suggest-command.ts')
    throw missing ? missingArgument(typed.command, missing) : tooManyWords(typed)
  }
  return args.map((arg, index) => {
    const words = arg.list ? typed.words.slice(index) : typed.words.slice(index, index + 1)
    return { ...arg, words }
  })
}
