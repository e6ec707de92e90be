import type { Client } from '../../auth/credentials/client.ts'
import type { Context } from '../../context.ts'
import type { Send } from '../../ports/http.ts'
import type { Origin } from '../../ports/origin.ts'

/** Who gives out tokens. The sandbox brings its own addresses, and an application that it knows. */
export interface LoginProvider {
  readonly baseUrl: Origin
  readonly authUrl: Origin
  readonly client?: Client
  /** For token calls and the account. */
  readonly send: Send
  /** Ends what the provider serves meanwhile. */
  close(): Promise<void>
}

/** The one of the settings: the sandbox in this process, or a service on the network. */
export async function openProvider(context: Context): Promise<LoginProvider> {
  if (context.settings.sandbox)
    return (await import('../../sandbox/oauth/login-provider.ts')).openLoginProvider(context)
  const { baseUrl, authUrl } = context.settings
  return {
    baseUrl,
    authUrl,
    send: (request, signal) => context.fetch(request, { signal }),
    close: async () => {},
  }
}
