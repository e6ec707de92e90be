import { shellWord } from '../shell-word.ts'
import type { ParsedCommand } from './parse.ts'
import { optionsOf } from './tree/command-spec.ts'

/** Returns the command line that resumes from this run's checkpoint, quoted for a POSIX shell: `kiva …`. */
export function resumeLine({
  command,
  words,
  given,
  params,
}: Pick<ParsedCommand, 'command' | 'words' | 'given' | 'params'>): string {
  const options = optionsOf(command).flatMap(({ name, long, value, flagValue = '1' }) => {
    const texts = params.all(name)
    if (value === undefined) return texts.at(-1) === flagValue ? [long] : []
    if (name === 'checkpoint') return []
    return texts.flatMap((text) => [long, text])
  })
  const begun = given.last('checkpoint')
  const resume = given.has('resume') || begun === undefined ? [] : ['--resume', begun]
  // Words that start with a dash were typed after `--`, so `--` is needed again.
  const end = words.some((word) => /^-./.test(word)) ? ['--'] : []
  return [command.path, ...[...options, ...resume, ...end, ...words].map(shellWord)].join(' ')
}
