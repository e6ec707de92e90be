/** `kiva explore`: runs a session on the user's terminal, and prints what was marked. */
import { knownMe } from '../auth/me.ts'
import { commandTree } from '../cli/command-tree.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { explore as declared } from '../commands/actions/explore.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { OpenPorts } from '../explore/session/open-tab.ts'
import type { ScreenOptions } from '../explore/session/run.ts'
import { startSession } from '../explore/session/start.ts'
import type { State } from '../explore/state/state.ts'
import { decidePlain } from '../output/terminal/color.ts'
import type { LoadAction } from './run-action.ts'

/**
 * Throws `KivaError`. Before the screen opens: of kind `usage` for an invalid command line or without a terminal, of kind
 * `config` if `--mirror` has nothing to read. At the end: as `printEnd`, such as `interrupted` if a session with `--print` was
 * left by Esc, `q` or Ctrl-C. `loaders` load the actions that run within the session.
 */
export async function explore(
  context: Context,
  { command, print, theme, images }: ActionValues<typeof declared>,
  commands: Commands,
  loaders: Readonly<Record<string, LoadAction>>,
): Promise<void> {
  const runAction: OpenPorts['runAction'] = async ({ action, values }, inner) => {
    // `actionLoaders` pairs each action with its declaration, which validated the values.
    await (await loaders[action.name]?.())?.(inner, values as never, commands)
  }
  const ports = { context, commands, root: commandTree(commands), runAction }
  const start = await startSession(command, print, ports)
  if (context.settings.mirror) await (await import('../mirror/open-mirror.ts')).checkMirror(context)
  const { settings, env, stdin, stdout } = context
  const isPlain = decidePlain(settings.plain, env, stdin.isTerminal || stdout.isTerminal)
  const lender = command || print ? undefined : await lenderOf(context)
  const how = { ...ports, lender, theme, images }
  const state = await (isPlain ? runInLines(start, how) : runOnScreen(start, how))
  const { printEnd } = await import('../explore/print/print-end.ts')
  await printEnd(state, context)
}

/** Returns the lender of the login or of the setting, as far as that is known without a request. */
async function lenderOf(context: Context): Promise<string | undefined> {
  try {
    const me = await knownMe(context)
    // Everybody has the sandbox's own lender.
    return typeof me === 'object' && me.from !== 'sandbox' ? me.id : undefined
  } catch (error) {
    if (error instanceof KivaError) return undefined
    throw error
  }
}

async function runInLines(start: State, ports: OpenPorts & ScreenOptions): Promise<State> {
  const { runDialogue } = await import('../explore/dialogue.ts')
  return runDialogue(start, ports)
}

async function runOnScreen(start: State, ports: OpenPorts & ScreenOptions): Promise<State> {
  const terminal = await ports.context.takeTerminal()
  if (terminal) {
    const { runOnTerminal } = await import('../explore/session/run.ts')
    return runOnTerminal(start, terminal, ports)
  }
  throw new KivaError('usage', 'kiva explore needs a terminal', {
    hint: (kiva) => `To list loans in a script: ${kiva('loans search')}.`,
  })
}
