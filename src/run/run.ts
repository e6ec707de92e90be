/** Runs a parsed command line: creates the context, and calls the endpoint runner or the action. */
import type { LoadAction } from '../actions/run-action.ts'
import type { Invocation, TextInvocation } from '../cli/invocation.ts'
import type { ResolvedSettings } from '../cli/settings/resolve-settings.ts'
import type { Commands } from '../commands/commands.ts'
import type { World } from '../context.ts'
import { KivaError } from '../errors.ts'
import { formats } from '../output/formats.ts'
import { openGate } from '../output/gate/gate.ts'
import { type ColorChoice, decideColor } from '../output/terminal/color.ts'
import { decideHyperlinks } from '../output/terminal/hyperlinks.ts'
import { decidePlain } from '../output/terminal/plain.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Out, Sink } from '../ports/streams.ts'
import { makeContext, type RunContext } from './make-context.ts'
import { runEndpoint } from './run-endpoint.ts'
import { checkFiles, writesFiles } from './saving/check-files.ts'
import type { Run } from './saving/run-to-files.ts'
import { choosePager } from './terminal/choose-pager.ts'
import type { PicturesOrReason } from './terminal/choose-pictures.ts'
import type { Streams } from './terminal/pager.ts'

/** The parts of a run besides its world. */
export interface Equipment {
  readonly commands: Commands
  readonly actions: Readonly<Record<string, LoadAction>>
  /** Filled while the run finds secrets. */
  readonly secrets: Secrets
}

/** Loads the picture support if the command line asks for pictures. */
async function picturesFor(
  invocation: Exclude<Invocation, TextInvocation>,
  settings: ResolvedSettings,
  world: World,
): Promise<PicturesOrReason> {
  if (invocation.kind !== 'endpoint' || invocation.images === undefined || invocation.preview) return {}
  return (await import('./terminal/choose-pictures.ts')).choosePictures(invocation, settings, world)
}

/** Runs an invocation in a world. Throws `KivaError`, or `ReaderGone`. */
export async function run(
  invocation: Exclude<Invocation, TextInvocation>,
  settings: ResolvedSettings,
  world: World,
  equipment: Equipment,
): Promise<void> {
  const { commands, secrets } = equipment
  if (writesFiles(invocation, settings)) await checkFiles(invocation, settings, world)
  let lost = false
  const onLoss = () => {
    lost = true
  }
  const isPlain = decidePlain(settings.plain, world.env, world.stdout.isTerminal)
  const hasSite = !isPlain && !settings.sandbox && settings.authUrl.startsWith('https:')
  const { pictureBuffer, note } = await picturesFor(invocation, settings, world)
  const isForPeople = formats[settings.output].destination === 'people'
  const gate = (sink: Sink, color = settings.color) =>
    openGate(sink, {
      color: decideColor(color, world.env, sink.isTerminal, sink === world.stderr || isForPeople),
      pictures: sink === world.stdout ? pictureBuffer : undefined,
      // The sandbox has no website, and links to a website without https would be unsafe.
      links: hasSite && decideHyperlinks(world.env, sink.isTerminal) ? settings.authUrl : undefined,
      force: invocation.kind === 'endpoint' && invocation.wire?.force === true,
      onLoss,
    })
  const takeScreen = async () => {
    const screen = await world.takeScreen()
    return { out: gate(screen), close: () => screen.close() }
  }
  const runOn = async (
    { stdout, stderr, signal }: Streams,
    work: (context: RunContext) => Promise<void>,
  ): Promise<void> => {
    const parts = {
      settings,
      stdout,
      stderr,
      pictureBuffer,
      secrets,
      takeScreen,
      catalogue: commands.catalogue,
    }
    const context = makeContext({ ...world, signal }, parts)
    try {
      if (note) await context.say(note)
      await work(context)
    } finally {
      await context.progress.end()
    }
    if (lost) await context.say('Characters that XML 1.0 cannot hold were replaced by U+FFFD.')
  }
  const work = (context: RunContext) => carryOut(invocation, context, gate, equipment)
  const streams = { stdout: gate(world.stdout), stderr: gate(world.stderr), signal: world.signal }

  if (invocation.kind === 'endpoint' && invocation.watch) {
    const { runWatch } = await import('./watch/run-watch.ts')
    const ports = { streams, settings, isPlain, runOn }
    return runWatch(invocation, invocation.watch, ports)
  }
  // A pager scrolls its text, but a picture stays where it was drawn.
  const command = pictureBuffer ? undefined : choosePager(invocation, settings, world)
  if (!command) return runOn(streams, work)
  const { withPager } = await import('./terminal/pager.ts')
  const openPager = async () => {
    const pager = await world.pager(command)
    return pager && { out: gate(pager), left: pager.left, close: () => pager.close() }
  }
  await withPager(streams, openPager, (paged) => runOn(paged, work))
}

async function carryOut(
  invocation: Exclude<Invocation, TextInvocation>,
  context: RunContext,
  gate: (sink: Sink, color?: ColorChoice) => Out,
  { commands, actions }: Equipment,
): Promise<void> {
  if (invocation.kind === 'records') {
    const { printPage } = await import('../cli/help/layout.ts')
    const words = printPage(invocation.page, { width: context.stdout.columns }).trimEnd()
    return context.print(invocation.records, words)
  }
  if (invocation.kind === 'action') {
    const load = actions[invocation.action.name]
    if (!load) throw new KivaError('bug', `The action ${invocation.action.name} does nothing`)
    // `actionLoaders` pairs each action with its declaration, which validated the values.
    return (await load()).default(context, invocation.values as never, commands)
  }
  if (invocation.web) return (await import('./web.ts')).openPages(invocation, context)
  const run: Run = (where, observer) => runEndpoint(invocation, where, observer)
  const { out, missing } = invocation.files
  // A preview has no records to save, so it touches no file.
  if (invocation.preview || (out === undefined && missing === undefined)) return run(context)
  const { runToFiles } = await import('./saving/run-to-files.ts')
  await runToFiles(invocation, context, (sink) => gate(sink, 'never'), run)
}
