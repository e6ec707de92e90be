/**
 * Carries out an invocation: opens the outputs, creates the context, and prints an endpoint's records or runs an action.
 *
 * `make-context.ts` puts gates around the streams and builds the context from the raw world. `print/` renders and writes
 * records and the lines under them, `saving/` writes files and checkpoints, `terminal/` has progress, pager, pictures and
 * request log. `watch.ts` repeats a reading, `web.ts` opens pages in a browser. Code for rare options is loaded when it
 * is needed.
 */

import type { LoadAction } from '../actions/run-action.ts'
import { sandboxOrigin } from '../api/origins.ts'
import type { EndpointInvocation, Invocation, TextInvocation } from '../cli/invocation.ts'
import { withMe } from '../cli/me.ts'
import type { ResolvedSettings } from '../cli/settings/resolve-settings.ts'
import type { RunSettings } from '../cli/settings/run-settings.ts'
import type { Commands } from '../commands/action.ts'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isLoopback, type Origin } from '../core/origin.ts'
import type { Secrets } from '../core/settings.ts'
import type { Out, Sink } from '../core/streams.ts'
import { formats } from '../output/formats.ts'
import type { ColorChoice } from '../output/terminal/color.ts'
import { makeContext, openOutput, type RunContext } from './make-context.ts'
import type { DeliveryObserver } from './print/delivery.ts'
import { printRecords } from './print/print-records.ts'
import type { Streams } from './terminal/take-terminal.ts'

/** The parts of a run besides its world. */
interface RunDependencies {
  readonly commands: Commands
  readonly actions: Readonly<Record<string, LoadAction>>
  /** Filled while the run finds secrets. */
  readonly secrets: Secrets
  /** The words of the command line. */
  readonly argv: readonly string[]
}

/** Runs an invocation in a world. Throws `KivaError`, or `ReaderGone`. */
export async function run(
  invocation: Exclude<Invocation, TextInvocation>,
  resolved: ResolvedSettings,
  world: World,
  dependencies: RunDependencies,
): Promise<void> {
  const settings = resolved.mirror ? await withMirror(resolved, world) : resolved
  if (writesFiles(invocation, settings))
    await (await import('./saving/open-files.ts')).checkFiles(invocation, settings, world)
  const output = await openOutput(invocation, settings, world)
  const { streams, pictures, gate, display } = output
  const runOn: RunOn = async ({ stdout, stderr, signal }, work) => {
    const { pictureBuffer, note } = pictures
    const { secrets, commands, argv } = dependencies
    const { catalogue } = commands
    const ports = { settings, stdout, stderr, pictureBuffer, secrets, display, catalogue, argv }
    const context = makeContext({ ...world, signal }, ports)
    try {
      if (note) await context.say(note)
      await work(context)
    } finally {
      await context.progress.end()
    }
    if (output.hasLoss())
      await context.say('Characters that XML 1.0 does not allow were replaced with U+FFFD.')
  }

  if (invocation.kind === 'endpoint' && invocation.watch) {
    const { runWatch } = await import('./watch.ts')
    return runWatch(invocation, invocation.watch, { streams, settings, isPlain: output.isPlain, runOn })
  }
  const work = async (context: RunContext) => {
    if (invocation.kind !== 'endpoint') return runOnce(invocation, context, gate, dependencies)
    const find = async () =>
      invocation.preview ? (await import('./print/print-requests.ts')).findMeUnsent(context) : context.me()
    return runOnce(await withMe(invocation, find), context, gate, dependencies)
  }
  // A pager scrolls its text, but a picture stays where it was drawn.
  const command = pictures.pictureBuffer ? undefined : choosePager(invocation, settings, world)
  if (!command) return runOn(streams, work)
  const { withPager } = await import('./terminal/take-terminal.ts')
  const openPager = async () => {
    const pager = await world.pager(command)
    return pager && { out: gate(pager), quit: pager.quit, close: () => pager.close() }
  }
  await withPager(streams, openPager, (paged) => runOn(paged, work))
}

/** Returns the settings of a run over the mirror: records of the sandbox are made up, and have no website. */
async function withMirror(
  settings: ResolvedSettings,
  world: Pick<World, 'database'>,
): Promise<ResolvedSettings> {
  const origin = await originOf(world)
  if (origin === sandboxOrigin) return { ...settings, isMadeUp: true, site: undefined }
  // A sandbox that is served on this machine has pages of its own.
  return origin !== undefined && isLoopback(new URL(origin).hostname)
    ? { ...settings, site: origin as Origin }
    : settings
}

/** Returns the origin of the records. The first request tells why there are none. */
async function originOf(world: Pick<World, 'database'>): Promise<string | undefined> {
  try {
    const { originIn, storeName } = await import('../mirror/store.ts')
    return originIn(await world.database(storeName))
  } catch (problem) {
    if (problem instanceof KivaError) return undefined
    throw problem
  }
}

/** Returns whether a run writes to a file that the user named. */
const writesFiles = (invocation: Invocation, { trace }: Pick<RunSettings, 'trace'>): boolean =>
  trace !== undefined ||
  ('files' in invocation && (invocation.files.out ?? invocation.files.missing) !== undefined)

/** Runs work with a context for these streams, and closes the status line afterwards. */
type RunOn = (streams: Streams, work: (context: RunContext) => Promise<void>) => Promise<void>

/**
 * Returns the pager command for a run's records or its page,
 * or `undefined` unless a user reads them on a terminal with a keyboard.
 */
function choosePager(
  invocation: Exclude<Invocation, TextInvocation>,
  { output, pager }: Pick<RunSettings, 'output' | 'pager'>,
  { stdout, stdin, env }: Pick<World, 'stdout' | 'stdin' | 'env'>,
): readonly string[] | undefined {
  if (!stdout.isTerminal || !stdin.isTerminal || env['TERM'] === 'dumb') return undefined
  if (formats[output].destination !== 'people') return undefined
  if (invocation.kind === 'action') {
    const { action, files } = invocation
    return action.scrolls && files.out === undefined ? pager : undefined
  }
  if (invocation.kind === 'records') return pager
  const { wire, web, watch, preview, files } = invocation
  const isOther = wire || web || watch || preview || files.out !== undefined
  return isOther ? undefined : pager
}

async function runOnce(
  invocation: Exclude<Invocation, TextInvocation>,
  context: RunContext,
  gate: (sink: Sink, color?: ColorChoice) => Out,
  { commands, actions }: RunDependencies,
): Promise<void> {
  if (invocation.kind === 'records') {
    const { printPage } = await import('../cli/help/layout.ts')
    const words = printPage(invocation.page, { width: context.stdout.columns }).trimEnd()
    return context.print(invocation.records, words)
  }
  if (invocation.kind === 'action') {
    const load = actions[invocation.action.name]
    if (!load) throw new KivaError('bug', `action ${invocation.action.name} is not implemented`)
    // `actionLoaders` pairs each action with its declaration, which validated the values.
    const act = await load()
    const runAction = (where: RunContext) => act(where, invocation.values as never, commands)
    if (invocation.files.out === undefined) return runAction(context)
    const { runActionToFile } = await import('./saving/run-to-files.ts')
    return runActionToFile(invocation, context, (sink) => gate(sink, 'never'), runAction)
  }
  if (invocation.web) return (await import('./web.ts')).openPages(invocation, context)
  const run = (where: RunContext, observer?: DeliveryObserver) => runEndpoint(invocation, where, observer)
  const { out, missing } = invocation.files
  // A preview has no records to save, so it touches no file.
  if (invocation.preview || (out === undefined && missing === undefined)) return run(context)
  const { runToFiles } = await import('./saving/run-to-files.ts')
  await runToFiles(invocation, context, (sink) => gate(sink, 'never'), run)
}

/**
 * Runs an invocation of any endpoint, prints its result on stdout, and reports progress to `observer`. Throws
 * `KivaError`; nothing has been written then, unless its kind is `partial`.
 */
async function runEndpoint(
  invocation: EndpointInvocation,
  whole: RunContext,
  observer?: DeliveryObserver,
): Promise<void> {
  const over = new AbortController()
  const context = { ...whole, signal: AbortSignal.any([whole.signal, over.signal]) }
  if (context.settings.verbosity > 0)
    for (const note of invocation.notes ?? []) await context.say(`* ${note}`)
  try {
    if (!invocation.wire && !invocation.preview) return await printRecords(invocation, context, observer)
    await (await import('./print/print-requests.ts')).printRequests(invocation, context, observer)
  } catch (error) {
    const { catalogue, settings } = context
    const place = { catalogue, baseUrl: settings.baseUrl }
    throw (await import('../records/hints.ts')).hintAtPath(error, invocation, place)
  } finally {
    // Cancels pending requests.
    over.abort()
  }
}
