/** `kiva completion install`: installs shell completion. */
import type { ActionValues } from '../../commands/action.ts'
import type { completionInstall as declared } from '../../commands/actions/completion.ts'
import type { Commands } from '../../commands/commands.ts'
import type { Context } from '../../context.ts'
import { completionScript } from '../../reference/completion/scripts.ts'
import { changeCompletion, type FileChange } from './change-completion.ts'
import { withMarked } from './marked-lines.ts'
import { checkGenerated } from './our-script.ts'

/** Writes the script, then the lines that load it. Throws `KivaError`. */
export default async function completionInstall(
  context: Pick<Context, 'files' | 'env' | 'print'>,
  values: ActionValues<typeof declared>,
  commands: Commands,
): Promise<void> {
  await changeCompletion(context, values, async ({ script, lines, starts: [start] }, shell, read) => {
    const before = checkGenerated(script, await read(script))
    const changes: FileChange[] = [
      { path: script, before, after: Buffer.from(completionScript(shell, commands)) },
    ]
    if (lines.length === 0 || start === undefined) return changes
    const content = await read(start)
    const after = withMarked(start, content ?? Buffer.alloc(0), lines)
    return [...changes, { path: start, before: content, after, lines }]
  })
}
