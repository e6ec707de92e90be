/**
 * Builds the context that commands use from the raw world and the settings:
 * gated sinks and a single transport.
 */
import type { Catalogue } from '../api/endpoint.ts'
import { unknownType } from '../api/records/record-types.ts'
import type { ResolvedSettings } from '../cli/settings/resolve-settings.ts'
import type { RunSettings } from '../cli/settings/run-settings.ts'
import type { Context, World } from '../context.ts'
import { KivaError } from '../errors.ts'
import { lazy } from '../lazy.ts'
import { formats } from '../output/formats.ts'
import { cleanLines } from '../output/gate/text.ts'
import type { PictureBuffer } from '../output/pictures/picture-buffer.ts'
import type { Listener } from '../ports/events.ts'
import { isList, type Json } from '../ports/json.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { GatedScreen, Out } from '../ports/streams.ts'
import { commandLine } from '../shell-word.ts'
import { openTransport, type Transport } from '../transport/transport.ts'
import { terminalView } from './print/terminal-view.ts'
import { Progress } from './terminal/progress.ts'

/** The parts of a context besides the world. The sinks are already gated. */
interface Parts {
  readonly settings: ResolvedSettings
  readonly stdout: Out
  readonly stderr: Out
  readonly pictureBuffer?: PictureBuffer | undefined
  readonly secrets: Secrets
  takeScreen(): Promise<GatedScreen>
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
  const { settings, stderr, pictureBuffer, secrets, catalogue, takeScreen } = parts
  const progress = new Progress({ ...world, stderr, settings, secrets })
  const stdout = progress.shareTerminal(parts.stdout)
  const say = async (line: string) => {
    if (!settings.quiet) await stderr.write(`${cleanLines(line)}\n`, 'people')
  }
  const log = lazy(async () => {
    const { requestLog } = await import('./terminal/request-log.ts')
    return requestLog({ stderr, settings, secrets, now: world.now })
  })
  const emit: Listener = async (event) => {
    await progress.onEvent(event)
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
    takeScreen,
    emit,
    transport,
    say,
    report: settings.report,
    print: async (records, words, columns) => {
      const { load, destination } = formats[settings.output]
      const style = terminalView({ ...world, settings, stdout })
      if (words !== undefined && destination === 'people') {
        const text = typeof words === 'string' ? words : words(style)
        return stdout.write(`${text}\n`, destination)
      }
      const render = await load()
      const view = {
        type: unknownType,
        single: !isList(records),
        detail: true,
        fields: columns?.map((name) => [name]),
        ...style,
        now: undefined,
        kiva: (command: string) => commandLine(settings, command),
      }
      for await (const text of render(each(records), view)) await stdout.write(text, destination)
    },
  }
}

async function* each(records: Json): AsyncGenerator<Json> {
  if (isList(records)) yield* records
  else yield records
}
