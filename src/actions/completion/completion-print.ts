import type { ShellName } from '../../commands/actions/completion.ts'
import { completionScript } from '../../reference/completion/scripts.ts'
import type { RunAction } from '../run-action.ts'

/** `kiva completion bash`, and so on: prints the script as `completions/` has it. */
export const printing =
  (shell: ShellName): RunAction<object> =>
  ({ stdout }, _values, commands) =>
    stdout.write(completionScript(shell, commands), 'people')
