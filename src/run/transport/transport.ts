import type { Catalogue } from '../../api/endpoint.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { Context, World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { cleanLines } from '../../output/gate/text.ts'
import type { Send } from '../../ports/http.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { Out } from '../../ports/streams.ts'

interface Ports {
  readonly settings: RunSettings
  readonly stderr: Out
  readonly secrets: Secrets
  /** What the sandbox in this process is asked to serve. */
  readonly catalogue: Catalogue
  readonly say: Context['say']
}

/** The way to whatever answers in this run, and to the trace, where each exchange is written down. Throws `KivaError`. */
export async function openTransport(world: World, ports: Ports): Promise<Send> {
  const send = await openAnswering(world, ports)
  const { trace } = ports.settings
  if (trace === undefined) return send
  const { withTrace } = await import('./trace/with-trace.ts')
  return withTrace(send, trace, { ...world, ...ports })
}

/** The sandbox in this process, which needs no cache; the cache alone; or the network. */
async function openAnswering(world: World, { settings, stderr, secrets, catalogue }: Ports): Promise<Send> {
  const { sandbox, offline, cache, timeout, caFile, verbosity } = settings
  const tell = async (line: string) => {
    if (verbosity > 0) await stderr.write(`${cleanLines(line)}\n`, 'people')
  }
  if (sandbox) return (await import('../../sandbox/in-process.ts')).openSandbox(world, catalogue)
  if (offline) return (await import('./cache/offline.ts')).replyOffline(world)
  const network = await world.connect({
    timeout,
    caFile,
    onConnect: (host, milliseconds) => void tell(`* connected to ${host} in ${milliseconds} ms`),
  })
  if (cache === undefined) return network
  const { withCache } = await import('./cache/with-cache.ts')
  const onTrouble = (problem: unknown) =>
    tell(`The cache failed: ${problem instanceof KivaError ? problem.sentence.told(secrets.quote) : problem}`)
  return withCache(network, cache, { ...world, onTrouble })
}
