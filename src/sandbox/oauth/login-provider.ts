import type { Context } from '../../context.ts'
import type { Send } from '../../ports/http.ts'
import { serveProvider } from './local-provider.ts'

/**
 * Opens the provider for `kiva --sandbox login`. The sandbox serves its pages during login and provides an
 * application, so that no setup is needed.
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
