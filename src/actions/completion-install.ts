/** `kiva completion install` and `kiva completion uninstall`. */
import type { ActionValues, Commands } from '../commands/action.ts'
import type * as declared from '../commands/actions/maintenance.ts'
import { type ShellName, shells } from '../commands/actions/maintenance.ts'
import type { Context, World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Files } from '../core/files.ts'
import { completionScript } from '../reference/completion/scripts.ts'
import { type CompletionHome, homeOf, withMarked, withoutMarked } from './completion-files.ts'

/** Writes the script, then the lines that load it. Throws `KivaError`. */
export async function completionInstall(
  context: Pick<Context, 'files' | 'env' | 'print'>,
  values: ActionValues<typeof declared.completionInstall>,
  commands: Commands,
): Promise<void> {
  await changeCompletion(context, values, async ({ script, lines, starts: [start] }, shell, read) => {
    const before = checkGenerated(script, await read(script))
    const changes: FileChange[] = [
      { path: script, before, after: Buffer.from(await completionScript(shell, commands)) },
    ]
    if (lines.length === 0 || start === undefined) return changes
    const content = await read(start)
    const after = withMarked(start, content ?? Buffer.alloc(0), lines)
    return [...changes, { path: start, before: content, after, lines }]
  })
}

/** Undoes the installation: removes the lines, then the script that they load. Throws `KivaError`. */
export async function completionUninstall(
  context: Pick<Context, 'files' | 'env' | 'print'>,
  values: ActionValues<typeof declared.completionUninstall>,
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

/** A file's content before and after a change; `undefined` if the file does not exist. */
interface FileChange {
  readonly path: string
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
  /** The changed lines to show. */
  readonly lines?: readonly string[]
}

type Read = (path: string) => Promise<Uint8Array | undefined>

/**
 * Changes the completion files of a shell in the planned order, or with `--dry-run` prints the changes
 * only. Throws `KivaError`.
 */
async function changeCompletion(
  { files: open, env, print }: Pick<Context, 'files' | 'env' | 'print'>,
  values: ActionValues<typeof declared.completionInstall>,
  plan: (home: CompletionHome, shell: ShellName, read: Read) => Promise<readonly FileChange[]>,
): Promise<void> {
  const files = await open()
  const { into, shell: named } = values
  if (into !== undefined && named !== undefined && into !== named)
    throw new KivaError('usage', `--shell ${named} cannot be used with the shell ${into}`)
  const shell = shellOf(into ?? named, env)
  const read: Read = async (path) => {
    await files.checkOwners(path)
    return (await files.isThere(path)) ? files.readBytes(path) : undefined
  }
  const home = await homeOf(shell, env, files.isThere)
  const planned = await plan(home, shell, read)
  const changes = planned.filter((change) => !isSame(change))
  const isDry = values.dry_run === true
  // Uninstalling changes nothing that a shell loads.
  const note = planned.some(({ after }) => after !== undefined) ? home.note : undefined
  if (!isDry) for (const change of changes) await applyChange(change, files)
  await print(
    {
      shell,
      dry_run: isDry,
      changes: changes.map((change) => ({ file: change.path, change: kindOf(change) })),
      ...(note !== undefined && { note }),
    },
    [
      ...(changes.length === 0
        ? [`Nothing to change for ${shell}.`]
        : [
            ...changes.map((change) => wordsFor(change, isDry)),
            ...(isDry ? [] : [`Restart ${shell} to apply this.`]),
          ]),
      ...(note === undefined ? [] : [note]),
    ].join('\n'),
  )
}

/**
 * Returns the content of a completion script that kiva wrote. Throws `KivaError` of kind `config` for any
 * other file.
 */
function checkGenerated(path: string, content: Uint8Array | undefined): Uint8Array | undefined {
  if (content === undefined || Buffer.from(content).includes('# Completion of kiva for ')) return content
  throw new KivaError('config', `${path} was not created by kiva`, { hint: 'Move it away, then try again.' })
}

const isSame = ({ before, after }: FileChange) =>
  before && after ? Buffer.compare(before, after) === 0 : before === after

function shellOf(named: ShellName | undefined, env: World['env']): ShellName {
  const program = env['SHELL']?.split('/').at(-1) ?? (env['OS'] === 'Windows_NT' ? 'powershell' : '')
  const wanted = named ?? (program === 'pwsh' ? 'powershell' : program)
  const shell = shells.find((name) => name === wanted)
  if (shell) return shell
  throw new KivaError('usage', 'SHELL is not set to a supported shell', {
    hint: `Name one: kiva completion install ${shells.join('|')}.`,
  })
}

async function applyChange({ path, after }: FileChange, files: Files): Promise<void> {
  if (after === undefined) return files.remove(path)
  await files.makeFolderOf(path)
  await files.rewrite(path, after)
}

const kindOf = ({ before, after }: FileChange) =>
  after === undefined ? 'removed' : before === undefined ? 'made' : 'changed'

const verbs = {
  made: ['Installed', 'Would install'],
  changed: ['Changed', 'Would change'],
  removed: ['Removed', 'Would remove'],
} as const

function wordsFor(change: FileChange, isDry: boolean): string {
  const [done, planned] = verbs[kindOf(change)]
  const shown = change.lines?.map((line) => `\n    ${line}`).join('') ?? ''
  return `${isDry ? planned : done} ${change.path}${shown && `, with these lines:${shown}`}`
}
