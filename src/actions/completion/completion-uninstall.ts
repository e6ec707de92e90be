/** `kiva completion uninstall`: undoes `install`. */
import type { ActionValues } from '../../commands/action.ts'
import type { completionUninstall as declared } from '../../commands/actions/completion.ts'
import type { Context } from '../../context.ts'
import { changeCompletion, type FileChange } from './change-completion.ts'
import { withoutMarked } from './marked-lines.ts'
import { checkGenerated } from './our-script.ts'

/** Removes the lines, then the script that they load. Throws `KivaError`. */
export default async function completionUninstall(
  context: Pick<Context, 'files' | 'env' | 'print'>,
  values: ActionValues<typeof declared>,
): Promise<void> {
  await changeCompletion(context, values, async ({ script, starts }, _shell, read) => {
    const lines = await Promise.all(
      starts.map(async (path): Promise<FileChange> => {
        const content = await read(path)
        return { path, before: content, after: content && withoutMarked(path, content) }
      }),
    )
    return [...lines, { path: script, before: checkGenerated(script, await read(script)), after: undefined }]
  })
}
