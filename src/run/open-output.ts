/** Opens the outputs of a run. Every byte that a run writes to a stream, a screen or a pager passes a gate from here. */
import type { Invocation, TextInvocation } from '../cli/invocation.ts'
import type { ResolvedSettings } from '../cli/settings/resolve-settings.ts'
import { login } from '../commands/actions/login.ts'
import type { World } from '../context.ts'
import { formats } from '../output/formats.ts'
import { openGate } from '../output/gate/gate.ts'
import { type ColorChoice, decideColor } from '../output/terminal/color.ts'
import { decidePlain } from '../output/terminal/plain.ts'
import type { Out, Sink } from '../ports/streams.ts'
import type { PicturesOrReason } from './terminal/choose-pictures.ts'
import type { FullScreen, Messages } from './terminal/full-screen.ts'
import type { Streams } from './terminal/pager.ts'
import { wordWrapped } from './terminal/word-wrap.ts'

export interface RunOutput {
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

export async function openOutput(
  invocation: Exclude<Invocation, TextInvocation>,
  settings: ResolvedSettings,
  world: World,
): Promise<RunOutput> {
  const { stdout, stderr, env, signal } = world
  const isPlain = decidePlain(settings.plain, env, stdout.isTerminal)
  const hasSite = !isPlain && !settings.sandbox && settings.authUrl.startsWith('https:')
  const isForPeople = formats[settings.output].destination === 'people'
  const pictures = await picturesFor(invocation, settings, world)
  // The sandbox has no website, and links to a website without https would be unsafe.
  const mayLink = hasSite && (stdout.isTerminal || stderr.isTerminal)
  const links = mayLink ? await import('../output/terminal/hyperlinks.ts') : undefined
  let hasLoss = false
  const gate = (sink: Sink, color = settings.color) =>
    openGate(sink, {
      color: decideColor(color, env, sink.isTerminal, sink === stderr || isForPeople),
      pictures: sink === stdout ? pictures.pictureBuffer : undefined,
      links: links?.decideHyperlinks(env, sink.isTerminal) ? settings.authUrl : undefined,
      authorizes: invocation.kind === 'action' && invocation.action === login,
      force: invocation.kind === 'endpoint' && invocation.wire?.force === true,
      onLoss: () => {
        hasLoss = true
      },
    })
  const own = await wordWrapped(gate(stderr))
  const messages: Messages = { stderr: own, current: own }
  const write: Out['write'] = (...written) => messages.current.write(...written)
  const out: Out = Object.create(own, { write: { value: write } })
  const display = async () =>
    (await import('./terminal/full-screen.ts')).fullScreen(messages, world, settings, gate)
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

/** Loads the picture support if the command line asks for pictures. */
async function picturesFor(
  invocation: Exclude<Invocation, TextInvocation>,
  settings: ResolvedSettings,
  world: World,
): Promise<PicturesOrReason> {
  if (invocation.kind !== 'endpoint' || invocation.images === undefined || invocation.preview) return {}
  return (await import('./terminal/choose-pictures.ts')).choosePictures(invocation, settings, world)
}
