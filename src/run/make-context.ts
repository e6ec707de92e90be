/** Opens the outputs of a run, and makes the context that commands use from the raw world and the settings. */
import type { Catalogue } from '../api/endpoint.ts'
import type { Invocation, TextInvocation } from '../cli/invocation.ts'
import type { ResolvedSettings } from '../cli/settings/resolve-settings.ts'
import type { RunSettings } from '../cli/settings/run-settings.ts'
import { my } from '../commands/resources/lenders.ts'
import type { Context, Made, World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Listener } from '../core/events.ts'
import { longestLine, shellWord } from '../core/shell-word.ts'
import type { Out, Sink } from '../core/streams.ts'
import { marketTime } from '../core/time.ts'
import { formats } from '../output/formats.ts'
import { openGate } from '../output/gate/gate.ts'
import { cleanLines } from '../output/gate/text.ts'
import type { PictureBuffer } from '../output/pictures/picture-buffer.ts'
import { type ColorChoice, decideColor, decidePlain } from '../output/terminal/color.ts'
import { decideHyperlinks } from '../output/terminal/hyperlinks.ts'
import { originWords } from '../output/words/source.ts'
import { openTransport, type Transport } from '../transport/transport.ts'
import { printToolRecords, printToolRows } from './print/print-tool-records.ts'
import type { PicturesOrReason } from './terminal/pictures.ts'
import { Progress } from './terminal/progress.ts'
import { requestLog } from './terminal/request-log.ts'
import type { FullScreen, Messages, Streams } from './terminal/take-terminal.ts'
import { wordWrapped } from './terminal/text.ts'

/** The context of the endpoint runner, with more ports than a command's. */
export interface RunContext extends Context {
  readonly settings: RunSettings
  readonly progress: Progress
  readonly transport: Transport
  readonly made: () => Made
  /** Pictures waiting for stdout's gate; `undefined` if none are shown. */
  readonly pictureBuffer: PictureBuffer | undefined
  /** All known endpoints of the service, which the sandbox in this process serves. */
  readonly catalogue: Catalogue
}

/**
 * Opens the outputs of a run. Every byte that a run writes to a stream, a screen or a pager passes a gate from here.
 */
export async function openOutput(
  invocation: Exclude<Invocation, TextInvocation>,
  settings: ResolvedSettings,
  world: World,
): Promise<RunOutput> {
  const { stdout, stderr, env, signal } = world
  const isPlain = decidePlain(settings.plain, env, stdout.isTerminal)
  // Records that are made up have no website, and links to a website without https would be unsafe.
  const hasSite = settings.site !== undefined && settings.authUrl.startsWith('https:')
  const mayLink = hasSite && !isPlain && (stdout.isTerminal || stderr.isTerminal)
  const isForPeople = formats[settings.output].destination === 'people'
  const pictures = await picturesFor(invocation, settings, world)
  let hasLoss = false
  const gate = (sink: Sink, color = settings.color) =>
    openGate(sink, {
      color: decideColor(color, env, sink.isTerminal, sink === stderr || isForPeople),
      pictures: sink === stdout ? pictures.pictureBuffer : undefined,
      links: mayLink && decideHyperlinks(env, sink.isTerminal) ? settings.authUrl : undefined,
      authorizes: invocation.kind === 'action' && invocation.action.linksAuthorization,
      force: invocation.kind === 'endpoint' && invocation.wire?.force === true,
      onLoss: () => {
        hasLoss = true
      },
    })
  const wrapped = await wordWrapped(gate(stderr))
  const messages: Messages = { stderr: wrapped, current: wrapped }
  const write: Out['write'] = (...written) => messages.current.write(...written)
  const out: Out = Object.create(wrapped, { write: { value: write } })
  const display = async () =>
    (await import('./terminal/take-terminal.ts')).fullScreen(messages, world, settings, gate)
  return {
    streams: { stdout: gate(stdout), stderr: out, signal },
    pictures,
    isPlain,
    gate,
    display: {
      takeScreen: async () => (await display()).takeScreen(),
      takeTerminal: async () => (await display()).takeTerminal(),
    },
    hasLoss: () => hasLoss,
  }
}

interface RunOutput {
  /** The gated streams of the world. */
  readonly streams: Streams
  readonly pictures: PicturesOrReason
  /** True if output is plain text for screen readers. */
  readonly isPlain: boolean
  /** Wraps a sink in a gate. Default color: that of the settings. */
  gate(sink: Sink, color?: ColorChoice): Out
  readonly display: FullScreen
  /** True once a gate had to replace characters that the format cannot hold. */
  hasLoss(): boolean
}

/** Loads the picture support if the command line asks for pictures. */
async function picturesFor(
  invocation: Exclude<Invocation, TextInvocation>,
  settings: ResolvedSettings,
  world: World,
): Promise<PicturesOrReason> {
  if (invocation.kind !== 'endpoint' || invocation.images === undefined || invocation.preview) return {}
  return (await import('./terminal/pictures.ts')).choosePictures(invocation, settings, world)
}

/** What a run adds to its world. */
interface RunPorts
  extends Pick<RunContext, 'stdout' | 'stderr' | 'secrets' | 'catalogue'>,
    Partial<Pick<RunContext, 'pictureBuffer'>> {
  readonly settings: ResolvedSettings
  readonly display: FullScreen
  /** The words of the command line. */
  readonly argv: readonly string[]
}

/** Creates the context of one run. The outputs are already gated. */
export function makeContext(world: World, ports: RunPorts): RunContext {
  const { settings, stderr, pictureBuffer, secrets, catalogue, display, argv } = ports
  const progress = new Progress({ ...world, stderr, settings, secrets })
  const stdout = progress.shareTerminal(ports.stdout)
  const say = async (line: string) => {
    if (!settings.quiet) await stderr.write(`${cleanLines(line)}\n`, 'people')
  }
  const log = settings.verbosity > 0 ? requestLog({ stderr, settings, secrets, now: world.now }) : undefined
  const observers: Listener[] = []
  /** The age of the oldest reply, in milliseconds. */
  let oldest = 0
  const emit: Listener = async (event) => {
    if (event.kind === 'reply') oldest = Math.max(oldest, event.reply.cacheAge ?? 0)
    await progress.onEvent(event)
    for (const observer of observers) await observer(event)
    await log?.(event)
    if (event.kind === 'disabled' && event.part === 'trace')
      await say(
        `${event.problem instanceof KivaError ? event.problem.sentence.mask(secrets.quote) : event.problem}. The trace is incomplete.`,
      )
  }
  const { timeout, caFile } = settings
  const onConnect = (host: string, milliseconds: number) =>
    void emit({ kind: 'connected', host, milliseconds })
  const transport = openTransport({
    ...world,
    settings,
    stderr,
    secrets,
    say,
    emit,
    network:
      settings.sandbox || settings.mirror ? undefined : () => world.connect({ timeout, caFile, onConnect }),
    local: async () =>
      settings.mirror
        ? (await import('../mirror/open-mirror.ts')).openMirror({ ...world, emit }, catalogue)
        : (await import('../sandbox/in-process.ts')).openSandbox(world, catalogue, settings.day),
  })
  const context: RunContext = {
    ...world,
    settings,
    stdout,
    stderr,
    secrets,
    progress,
    pictureBuffer,
    catalogue,
    fetch: transport.fetch,
    ...display,
    emit,
    observe: (listener) => void observers.push(listener),
    transport,
    made: () => ({
      by: secrets.mask(['kiva', ...argv.map(shellWord)].join(' ')).slice(0, longestLine),
      at: marketTime({ ...world, settings }),
      isMadeUp: settings.isMadeUp,
      from: originWords(settings, oldest),
    }),
    say,
    me: reused(async () => {
      if (settings.mirror)
        return (await import('../mirror/open-mirror.ts')).findMirrorMe({ ...world, emit }, settings.lender)
      const id = await (await import('../auth/me.ts')).findMe(context, my.endpoints.account)
      if (settings.verbosity > 0) await say(`* @me is ${id}`)
      return id
    }),
    report: settings.report,
    print: async (...printed) => void (await printToolRecords(printed, context)),
    printRows: async (rows) => void (await printToolRows(rows, context)),
  }
  return context
}

/** Returns a function that reuses its first result. After a failure it tries again. */
function reused<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= find().catch((problem: unknown) => {
      found = undefined
      throw problem
    })
    return found
  }
}
