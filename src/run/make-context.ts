/**
 * Builds the context that commands use from the raw world and the settings:
 * gated sinks and a single transport.
 */
import type { Catalogue } from '../api/endpoint.ts'
import type { ResolvedSettings } from '../cli/settings/resolve-settings.ts'
import type { RunSettings } from '../cli/settings/run-settings.ts'
import type { Context, World } from '../context.ts'
import { KivaError } from '../errors.ts'
import { lazy } from '../lazy.ts'
import { cleanLines } from '../output/gate/text.ts'
import type { PictureBuffer } from '../output/pictures/picture-buffer.ts'
import type { Listener } from '../ports/events.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Out } from '../ports/streams.ts'
import { openTransport, type Transport } from '../transport/transport.ts'
import type { FullScreen } from './terminal/full-screen.ts'
import { Progress } from './terminal/progress.ts'

/** The parts of a context besides the world. The sinks are already gated. */
interface Parts {
  readonly settings: ResolvedSettings
  readonly stdout: Out
  readonly stderr: Out
  readonly pictureBuffer?: PictureBuffer | undefined
  readonly secrets: Secrets
  readonly display: FullScreen
  /** The endpoints that the sandbox in this process serves. */
  readonly catalogue: Catalogue
}

/** The context of the endpoint runner, with more ports than a command's. */
export interface RunContext extends Context {
  readonly settings: RunSettings
  readonly progress: Progress
  readonly transport: Transport
  /** Pictures waiting for stdout's gate; `undefined` if none are shown. */
  readonly pictureBuffer: PictureBuffer | undefined
  /** All known endpoints of the service. */
  readonly catalogue: Catalogue
}

/** Creates the context of one run. */
export function makeContext(world: World, parts: Parts): RunContext {
  const { settings, stderr, pictureBuffer, secrets, catalogue, display } = parts
  const progress = new Progress({ ...world, stderr, settings, secrets })
  const stdout = progress.shareTerminal(parts.stdout)
  const say = async (line: string) => {
    if (!settings.quiet) await stderr.write(`${cleanLines(line)}\n`, 'people')
  }
  const log = lazy(async () => {
    const { requestLog } = await import('./terminal/request-log.ts')
    return requestLog({ stderr, settings, secrets, now: world.now })
  })
  const observers: Listener[] = []
  const emit: Listener = async (event) => {
    await progress.onEvent(event)
    for (const observer of observers) await observer(event)
    if (settings.verbosity > 0) await (await log())(event)
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
    network: settings.sandbox ? undefined : () => world.connect({ timeout, caFile, onConnect }),
    sandbox: async () =>
      (await import('../sandbox/in-process.ts')).openSandbox(world, catalogue, settings.day),
  })
  return {
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
    say,
    report: settings.report,
    print: async (...args) =>
      (await import('./print/print-own.ts')).printOwn(args, { env: world.env, settings, stdout }),
  }
}
