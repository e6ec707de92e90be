/** The words behind a command, dealt out to its arguments. */

import type { ParsedCommand } from './parse.ts'
import { missingArgument, tooManyWords } from './suggest/suggest-command.ts'
import type { ArgumentSpec } from './tree/command-spec.ts'

export interface GivenArgument extends ArgumentSpec {
  readonly words: readonly string[]
}

/** The arguments with their words: one each, and all that are left for a list. Throws `KivaError` of kind `usage`. */
export function assignArguments(typed: ParsedCommand): readonly GivenArgument[] {
  const { args } = typed.command
  const takesAll = args.at(-1)?.list === true
  if (!takesAll && typed.words.length > args.length) throw tooManyWords(typed)
  return args.map((arg, index) => {
    const words = arg.list ? typed.words.slice(index) : typed.words.slice(index, index + 1)
    if (words.length === 0) throw missingArgument(typed.command, arg)
    return { ...arg, words }
  })
}
