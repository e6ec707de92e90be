import { longestLine, shellWord } from '../core/shell-word.ts'
import { optionsOf } from './command-spec.ts'
import type { ParsedCommand } from './parse.ts'

/** An option as it was typed; a flag has no value. */
interface TypedOption {
  readonly name: string
  readonly long: string
  readonly value?: string
}

/** Returns the options of a command line, global ones included, each time that they were given. */
export function typedOptions({
  command,
  params,
}: Pick<ParsedCommand, 'command' | 'params'>): readonly TypedOption[] {
  return optionsOf(command).flatMap(({ name, long, value, flagValue = '1' }): readonly TypedOption[] => {
    const texts = params.all(name)
    if (value === undefined) return texts.at(-1) === flagValue ? [{ name, long }] : []
    return texts.map((text) => ({ name, long, value: text }))
  })
}

/** Returns these options as words that parse to the same values. */
export const optionWords = (typed: Pick<ParsedCommand, 'command' | 'params'>): readonly string[] =>
  typedOptions(typed).map(({ long, value }) => (value === undefined ? long : `${long}=${value}`))

/**
 * Returns the command line that resumes from this run's checkpoint, quoted for a POSIX shell: `kiva …`; or, in place of a long
 * one, what it is.
 */
export function resumeLine({
  command,
  words,
  given,
  params,
}: Pick<ParsedCommand, 'command' | 'words' | 'given' | 'params'>): string {
  const options = typedOptions({ command, params })
    .filter(({ name }) => name !== 'checkpoint')
    .flatMap(({ long, value }) => (value === undefined ? [long] : [long, value]))
  const begun = given.last('checkpoint')
  const resume = given.has('resume') || begun === undefined ? [] : ['--resume', begun]
  // Words that start with a dash were typed after `--`, so `--` is needed again.
  const end = words.some((word) => /^-./.test(word)) ? ['--'] : []
  const line = [command.path, ...[...options, ...resume, ...end, ...words].map(shellWord)].join(' ')
  if (line.length <= longestLine) return line
  return `the same command, with --resume ${shellWord(given.last('resume') ?? begun ?? '')} in place of --checkpoint`
}
