/**
 * `kiva --sandbox <command>`: runs the sandbox in this process, behind the same interface as the network,
 * without a socket. Each command opens a new sandbox, so the OAuth provider is loaded only when a request
 * needs it.
 */
import type { Catalogue } from '../api/endpoint.ts'
import type { World } from '../context.ts'
import type { Send } from '../ports/http.ts'
import { createProviderRoutes } from './http/provider-routes.ts'
import { sendTo } from './http/send-to.ts'
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
