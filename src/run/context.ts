/** From the raw world and the settings to what commands see: sinks behind the gate, the network behind one door. */
import type { Catalogue } from '../api/endpoint.ts'
import { commandLine } from '../api/mode.ts'
import type { RunSettings } from '../cli/settings.ts'
import type { Context, Json, Out, Secrets, Send, World } from '../context.ts'
import { KivaError } from '../errors.ts'
import { formats } from '../output/formats.ts'
import { cleanLines } from '../output/gate/text.ts'
import { Progress } from './progress.ts'
import { withLogging } from './with-logging.ts'

/** What a context is made of besides the world. The sinks are gated already. */
interface Parts {
  readonly settings: RunSettings
  readonly stdout: Out
  readonly stderr: Out
  readonly secrets: Secrets
  /** What the sandbox in this process is asked to serve. */
  readonly catalogue: Catalogue
}

/** What the runner of endpoints may use besides: the format to print in. */
export interface RunContext extends Context {
  readonly settings: RunSettings
  readonly progress: Progress
}

/** Makes the context of one run. */
export function makeContext(world: World, parts: Parts): RunContext {
  const { settings, stderr, secrets, catalogue } = parts
  const progress = new Progress({ ...world, stderr, settings })
  const stdout = progress.beside(parts.stdout)
  let opened: Promise<Send> | undefined
  const onCacheTrouble = async (problem: unknown) => {
    if (settings.verbosity === 0) return
    const words = problem instanceof KivaError ? problem.sentence.told(secrets.quote) : String(problem)
    await stderr.write(`The cache failed: ${words}\n`, 'people')
  }
  const open = async () => {
    const bare = await openSend(world, settings, catalogue, onCacheTrouble)
    const send: Send = (request, signal) => progress.asking(request.url, () => bare(request, signal))
    return settings.verbosity > 0 ? withLogging(send, { stderr, settings, secrets, now: world.now }) : send
  }
  return {
    ...world,
    settings,
    stdout,
    stderr,
    secrets,
    progress,
    send: () => {
      opened ??= open()
      return opened
    },
    say: async (line) => {
      if (!settings.quiet) await stderr.write(`${cleanLines(line)}\n`, 'people')
    },
    print: async (record, words) => {
      const { load, destination } = formats[settings.output]
      if (words !== undefined && destination === 'people') return stdout.write(`${words}\n`, destination)
      const render = await load()
      const width = stdout.isTerminal ? stdout.columns : undefined
      const view = {
        returns: undefined,
        single: true,
        detail: true,
        width,
        colour: stdout.colour,
        now: undefined,
        kiva: (command: string) => commandLine(settings, command),
      }
      for await (const text of render(once(record), view)) await stdout.write(text, destination)
    },
  }
}

/** Whatever answers here: the sandbox in this process, which needs no cache; the cache alone; or the network. */
async function openSend(
  world: World,
  { sandbox, offline, cache, timeout, caFile }: RunSettings,
  catalogue: Catalogue,
  onCacheTrouble: (problem: unknown) => Promise<void>,
): Promise<Send> {
  if (sandbox) return (await import('../sandbox/in-process.ts')).openSandbox(world, catalogue)
  if (offline) return (await import('./offline.ts')).answerOffline(world)
  const network = await world.connect({ timeout, caFile })
  if (cache === undefined) return network
  const { withCache } = await import('./with-cache.ts')
  return withCache(network, cache, { ...world, onTrouble: onCacheTrouble })
}

async function* once(record: Json): AsyncGenerator<Json> {
  yield record
}
