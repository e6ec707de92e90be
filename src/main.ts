/** The tool as one function: takes a command line and a world, returns an exit code. */
import type { LoadAction } from './actions/run-action.ts'
import type { Catalogue } from './api/endpoint.ts'
import { createSecrets } from './auth/masking.ts'
import type { CommandSpec } from './cli/command-spec.ts'
import { commandTree } from './cli/command-tree.ts'
import { parse } from './cli/parse.ts'
import { readInvocation, suggesting } from './cli/read-invocation.ts'
import { readFileSettings, resolveSettings } from './cli/settings/resolve-settings.ts'
import { styleOfErrors } from './cli/settings/run-settings.ts'
import { sourcesOf } from './cli/settings/sources.ts'
import type { Commands } from './commands/action.ts'
import { catalogue } from './commands/catalogue.ts'
import type { World } from './core/context.ts'
import { type CommandLine, KivaError, ReaderGone } from './core/errors.ts'
import { exitCodes } from './core/exit-codes.ts'
import { lazy } from './core/lazy.ts'
import { commandLine } from './core/shell-word.ts'
import { openGate } from './output/gate/gate.ts'
import { type ProblemOptions, printProblem } from './output/problem.ts'
import { run } from './run/run.ts'
import { showText, wordWrapped } from './run/terminal/text.ts'

/** The command line's definition. Tests pass their own. */
interface Tool {
  /** The endpoints. A command line of an endpoint needs no more. */
  readonly catalogue: Catalogue
  /** Loads all commands, and the code of the actions by name. */
  readonly loadAll: () => Promise<AllCommands>
}

interface AllCommands {
  readonly commands: Commands
  readonly actions: Readonly<Record<string, LoadAction>>
}

const kivaTool: Tool = {
  catalogue,
  loadAll: async () => {
    const { actionLoaders, commands } = await import('./actions/index.ts')
    return { commands, actions: actionLoaders }
  },
}

/** The exit code of success. The table of the others is loaded after a failure. */
const ok: (typeof exitCodes)['ok']['code'] = 0

/** Runs a command line to its end. Never throws: this is the only try/catch that ends a run. */
export async function main(
  argv: readonly string[],
  world: World,
  { catalogue, loadAll }: Tool = kivaTool,
): Promise<number> {
  const secrets = createSecrets()
  // Until the settings are known, suggested commands omit this run's options.
  let kiva: CommandLine = (words) => `kiva ${words}`
  let known: AllCommands = { commands: { catalogue, actions: [], groups: {} }, actions: {} }
  let parsed = parse(argv, commandTree(known.commands))
  const fileSettings = lazy(() => readFileSettings(parsed.given, world))
  const settings = lazy(() => resolveSettings(parsed, world, fileSettings))
  try {
    // No endpoint is named: it may be an action. And a hint may name any command.
    if (parsed.command.children.length > 0 || parsed.problem) {
      known = await loadAll()
      parsed = parse(argv, commandTree(known.commands))
      if (!parsed.given.has('help')) await noteSameName(parsed.command, world)
    }
    const isNoCommand = parsed.command === parsed.root && parsed.argv.length > 0
    if (parsed.command.action?.rewrite || isNoCommand)
      parsed = await (await import('./cli/rewrite.ts')).rewritten(parsed, world)
    // The thread of jq takes longer to start than all that happens before the first request.
    if (parsed.given.has('jq') || parsed.given.has('where')) world.jq().catch(() => {})
    const invocation = await readInvocation(parsed, known.commands, settings, world)
    if (invocation.kind === 'text') {
      await showText(invocation, parsed.given, world, fileSettings)
      return ok
    }
    const settled = await suggesting(parsed, world, settings)
    kiva = (words) => commandLine(settled, words)
    await run(invocation, settled, world, { ...known, secrets, argv })
    return ok
  } catch (error) {
    if (error instanceof ReaderGone) return ok
    const reason = endReason(error, world.signal)
    const { tables } = await fileSettings().catch(() => ({ tables: [] }))
    const style = styleOfErrors(sourcesOf(parsed, world.env, tables), world)
    await tell(reason, { style, debug: parsed.given.has('debug'), secrets, kiva }, world)
    return exitCodeOf(reason)
  }
}

/** Says that a command of kiva, such as a new one, runs in place of a saved command. */
async function noteSameName(command: CommandSpec, world: World): Promise<void> {
  const note = await (await import('./cli/saved.ts')).sameNameNote(command, world)
  if (note) await openGate(world.stderr, { color: false }).write(`${note}\n`, 'people')
}

/**
 * Returns the signal's reason, even if the signal caused other errors. The caught error is preferred if it
 * describes the same failure in more detail.
 */
function endReason(error: unknown, { aborted, reason }: AbortSignal): unknown {
  const isSameFailure = error instanceof KivaError && error.kind === reason?.kind
  return aborted && !isSameFailure ? reason : error
}

const exitCodeOf = (reason: unknown): number =>
  exitCodes[reason instanceof KivaError ? reason.kind : 'bug'].code

async function tell(error: unknown, options: ProblemOptions, world: World): Promise<void> {
  try {
    const problem = printProblem(error, options)
    const stderr = await wordWrapped(openGate(world.stderr, { color: false }))
    await stderr.write(problem.text, problem.destination)
  } catch {
    // stderr has no reader any more; the exit code still reports the failure.
  }
}
