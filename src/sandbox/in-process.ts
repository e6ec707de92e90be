/**
 * `kiva --sandbox <command>`: runs the sandbox in this process, behind the same interface as the network,
 * without a socket. Each command opens a new sandbox, so the OAuth provider is loaded only when a request
 * needs it.
 */
import type { Catalogue } from '../api/endpoint.ts'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Send, Serve } from '../core/http.ts'
import { createProviderRoutes } from './http/routes.ts'
import type { Provider } from './oauth/provider.ts'
import { createSandbox } from './sandbox.ts'

/**
 * Opens the marketplace with seed 1 and 2000 loans, `day` days later, without faults or rate limits. The
 * returned function rejects with the signal's reason once the signal is aborted.
 */
export async function openSandbox(
  world: Pick<World, 'now' | 'nonce' | 'store' | 'yieldToEvents'>,
  catalogue: Catalogue,
  day = 0,
): Promise<Send> {
  let opened: Promise<Provider> | undefined
  const provider = () => {
    opened ??= import('./oauth/local-provider.ts').then(({ openProvider }) => openProvider(world))
    return opened
  }
  const { handle } = createSandbox({
    catalogue,
    now: world.now,
    day,
    authorize: async (request) => (await provider()).authorize(request),
    routes: createProviderRoutes(async (request) => (await provider()).handle(request)),
  })
  const send = sendTo(handle)
  return async (request, signal) => {
    // Without socket waits, many requests in a row would block Ctrl-C: let the event loop run.
    await world.yieldToEvents()
    return send(request, signal)
  }
}

/**
 * Returns a `Send` that calls a sandbox in this process. Throws `KivaError` of kind `network` where a real
 * network would fail: the connection breaks or the body cannot be decompressed. Slow transfers are not
 * simulated.
 */
export function sendTo(handle: Serve): Send {
  return async (request, signal) => {
    signal.throwIfAborted()
    const { cutAfter, reset, padding, drip: _, ...reply } = await handle(request)
    const broken = cutAfter !== undefined || reset || padding || 'content-encoding' in reply.headers
    if (broken)
      throw new KivaError('network', 'the sandbox closed the connection before the response was complete')
    return request.method === 'HEAD' ? { ...reply, body: new Uint8Array() } : reply
  }
}
