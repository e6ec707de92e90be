import type { ShellName } from '../commands/actions/maintenance.ts'
import { completionScript } from '../reference/completion/scripts.ts'
import type { RunAction } from './run-action.ts'

/**
 * Returns the action of `kiva completion bash` and so on, which prints the same script as in
 * `completions/`.
 */
export const printing =
  (shell: ShellName): RunAction<object> =>
  async ({ stdout }, _values, commands) =>
    stdout.write(await completionScript(shell, commands), 'people')
