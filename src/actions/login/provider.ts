import type { Client } from '../../auth/credentials/client.ts'
import type { Context } from '../../context.ts'
import type { Send } from '../../ports/http.ts'
import type { Origin } from '../../ports/origin.ts'

/** The service that issues tokens. The sandbox has its own authorization page, and an application for the login. */
export interface LoginProvider {
  readonly baseUrl: Origin
  readonly authUrl: Origin
  readonly client?: Client
  readonly send: Send
  /** Stops what the provider serves during the login. */
  close(): Promise<void>
}

/** Opens the sandbox in this process, or the service that the settings name. */
export async function openProvider(context: Context): Promise<LoginProvider> {
  if (context.settings.sandbox)
    return (await import('../../sandbox/oauth/login-provider.ts')).openLoginProvider(context)
  const { baseUrl, authUrl } = context.settings
  return { baseUrl, authUrl, send: sendBy(context), close: async () => {} }
}

/** Sends as this run does, once: token requests are not retried. */
export function sendBy(context: Context): Send {
  return (request, signal) => context.fetch(request, { signal })
}
