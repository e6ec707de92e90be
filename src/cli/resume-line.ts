import { shellWord } from '../shell-word.ts'
import type { ParsedCommand } from './parse.ts'
import { typedOptions } from './typed-options.ts'

/** Returns the command line that resumes from this run's checkpoint, quoted for a POSIX shell: `kiva …`. */
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
  return [command.path, ...[...options, ...resume, ...end, ...words].map(shellWord)].join(' ')
}
