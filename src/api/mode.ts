/** Commands to type next, in the mode of this run: a hint that leaves out `--sandbox` leads to another service. */
import type { Settings } from '../context.ts'
import { shellWord } from '../shell-word.ts'

/** `kiva` with the words of a command, such as `login --finish`, for the service that this run is about. */
export function commandLine({ mode }: Pick<Settings, 'mode'>, words: string): string {
  return ['kiva', ...mode.map(shellWord), words].join(' ')
}
