import type { Context } from '../../context.ts'
import type { Send } from '../../ports/http.ts'
import { serveProvider } from './local-provider.ts'

/**
 * Where `kiva --sandbox login` takes place: the sandbox serves its pages while login waits, and lends an application,
 * so that no set-up is needed.
 */
export async function openLoginProvider(context: Context) {
  const { authUrl, client, close } = await serveProvider(context)
  return {
    baseUrl: context.settings.baseUrl,
    authUrl,
    client: { clientId: client.id, clientSecret: client.secret },
    send: ((request, signal) => context.fetch(request, { signal })) satisfies Send,
    close,
  }
}
