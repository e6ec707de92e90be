/** Commands to type next, in the mode of this run: a hint that leaves out `--sandbox` leads to another service. */
import type { Settings } from '../context.ts'

/** `kiva` with the words of a command, such as `login --finish`, for the service that this run is about. */
export function commandLine({ mode }: Pick<Settings, 'mode'>, words: string): string {
  return ['kiva', ...mode.map(forShell), words].join(' ')
}

/** As a POSIX shell reads it back. */
export function forShell(word: string): string {
  return /^[\w./:@%+,=[\]-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
