/**
 * The only way to reach the service: cache, trace and events around the network or the sandbox, then signing,
 * rate limiting and retries.
 */
import type { SigningPorts } from '../auth/signed-send.ts'
import type { World } from '../core/context.ts'
import type { Listener } from '../core/events.ts'
import type { Fetch, Send } from '../core/http.ts'
import { lazy } from '../core/lazy.ts'
import type { Settings } from '../core/settings.ts'
import { type OriginQueue, originQueue } from './origin-queue.ts'
import type { RetrySettings } from './pace.ts'

export interface TransportSettings extends RetrySettings {
  /** Milliseconds for which a cached reply is reused; `undefined` turns the cache off. */
  readonly cache: number | undefined
  /** Whether to answer only from the cache. */
  readonly offline: boolean
  /** The path of the trace file. */
  readonly trace: string | undefined
}

export interface TransportPorts
  extends SigningPorts,
    Pick<World, 'sleep' | 'cache' | 'openTrace' | 'env' | 'readFile' | 'store'> {
  readonly settings: TransportSettings & Settings
  readonly emit: Listener
  /** Opens the network; `undefined` if the sandbox or the mirror answers, which need no cache. */
  readonly network: (() => Promise<Send>) | undefined
  /** Opens what answers on this machine: the sandbox, or the mirror. */
  readonly local: () => Promise<Send>
}

export interface Transport {
  readonly fetch: Fetch
  /** Loads what the first request needs. Sends nothing, and opens no file but that of the certificate authority. */
  prepare(): void
  /** Restores the full retry budgets. */
  refill(): void
}

/**
 * Creates the transport, which opens at the first request. If opening fails, every request throws that error.
 */
export function openTransport(given: TransportPorts): Transport {
  const network = given.network && lazy(given.network)
  const local = lazy(given.local)
  const ports = { ...given, network, local }
  const send = lazy(() => openSend(ports))
  const signed = lazy(async () => {
    const { signedSend } = await import('../auth/signed-send.ts')
    return signedSend(ports, await send())
  })
  const queues = new Map<string, OriginQueue>()
  const queueOf = (origin: string) => {
    const queue = queues.get(origin) ?? originQueue(ports)
    queues.set(origin, queue)
    return queue
  }
  return {
    fetch: async (request, how) => {
      // The mirror knows no users: it refuses what needs one, whoever is logged in.
      const way = await (how.signed && !ports.settings.mirror ? signed() : send())
      return queueOf(new URL(request.url).origin).fetch(way, request, how)
    },
    prepare: () => {
      // The first request throws the error again.
      if (!ports.settings.offline) (network ?? local)().catch(() => {})
    },
    refill: () => {
      for (const queue of queues.values()) queue.refill()
    },
  }
}

async function openSend(ports: TransportPorts): Promise<Send> {
  const { settings, now, emit } = ports
  const answer = await openAnswering(ports)
  const { trace } = settings
  const send =
    trace === undefined ? answer : await (await import('./with-trace.ts')).withTrace(answer, trace, ports)
  return withEvents(send, { now, emit })
}

/**
 * Returns the source of replies: the sandbox or the mirror on this machine, only the cache,
 * or the network with an optional cache.
 */
async function openAnswering(ports: TransportPorts): Promise<Send> {
  const { settings, network, emit } = ports
  if (!network) return ports.local()
  if (settings.offline) return (await import('./offline.ts')).replyOffline(ports)
  const send = await network()
  if (settings.cache === undefined) return send
  const { withCache } = await import('./with-cache.ts')
  const onError = async (problem: unknown) => emit({ kind: 'disabled', part: 'cache', problem })
  return withCache(send, settings.cache, { ...ports, onError })
}

/** Returns a `Send` that emits each request, and its reply or failure. */
export function withEvents(send: Send, { emit, now }: { readonly emit: Listener; now(): number }): Send {
  return async (request, signal) => {
    const exchange = { request, began: now() }
    await emit({ kind: 'request', exchange })
    try {
      const reply = await send(request, signal)
      await emit({ kind: 'reply', exchange, reply, milliseconds: now() - exchange.began })
      return reply
    } catch (error) {
      const milliseconds = now() - exchange.began
      await emit({ kind: 'failure', exchange, isCanceled: signal.aborted, milliseconds })
      throw error
    }
  }
}
