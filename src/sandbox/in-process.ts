/**
 * `kiva --sandbox <command>`: the sandbox behind the same port as the network, without a socket. Kept light, since it
 * is opened for one command: the OAuth provider is loaded only when a request is for it.
 */
import type { Catalogue } from '../api/endpoint.ts'
import type { World } from '../context.ts'
import type { Send } from '../ports/http.ts'
import { createProviderRoutes } from './http/provider-routes.ts'
import { sendTo } from './http/send-to.ts'
import type { Provider } from './oauth/provider.ts'
import { createSandbox } from './sandbox.ts'

/** The marketplace of seed 1 with 2 000 loans, without faults or limits. Rejects with the signal's reason once it fired. */
export async function openSandbox(
  world: Pick<World, 'now' | 'nonce' | 'store' | 'yieldToEvents'>,
  catalogue: Catalogue,
): Promise<Send> {
  let opened: Promise<Provider> | undefined
  const provider = () => {
    opened ??= import('./oauth/local-provider.ts').then(({ openProvider }) => openProvider(world))
    return opened
  }
  const { handle } = createSandbox({
    catalogue,
    now: world.now,
    authorize: async (request) => (await provider()).authorize(request),
    routes: createProviderRoutes(async (request) => (await provider()).handle(request)),
  })
  const send = sendTo(handle)
  return async (request, signal) => {
    // No socket is waited for here: many requests in a row would keep Ctrl-C waiting.
    await world.yieldToEvents()
    return send(request, signal)
  }
}
