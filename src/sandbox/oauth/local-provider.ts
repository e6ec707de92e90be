/**
 * The OAuth provider of `kiva --sandbox`, which needs no setup.
 * Token calls and signed requests stay in this process. They use https addresses but no network, so no secret
 * is ever sent.
 * The browser needs a real address for the pages, so they are served over plain HTTP on loopback during
 * login. Token calls are refused there because they require HTTPS.
 * Grants are saved in the store `sandbox`, so that later runs recognize the token.
 */
import { preferencesPath } from '../../api/gaps.ts'
import type { Context } from '../../core/context.ts'
import type { HttpReply, HttpRequest, Send } from '../../core/http.ts'
import { isLoopback, loopbackAddress, type Origin } from '../../core/origin.ts'
import { renderError } from './page-parts.ts'
import { createProvider, type Provider } from './provider.ts'
import { builtInApplications, type ProviderState } from './provider-state.ts'

interface ServedProvider {
  readonly provider: Provider
  /** Origin of the pages, without a trailing slash. */
  readonly authUrl: Origin
  /** Address of the account preferences. */
  readonly accountUrl: string
  readonly client: { readonly id: string; readonly secret: string }
  close(): Promise<void>
}

type Memory = Pick<Context, 'store' | 'now' | 'nonce'>

/**
 * Returns the provider without its pages, for runs that only use a token. The store is opened with the first
 * request to the provider.
 */
export function openProvider(context: Memory, faults: readonly string[] = []): Provider {
  const open = () => context.store<ProviderState>('sandbox')
  let store: ReturnType<typeof open> | undefined
  return createProvider({
    now: context.now,
    nonce: context.nonce,
    secure: ({ url }) => /^https:/i.test(url),
    faults,
    store: {
      async update(change) {
        store ??= open()
        await (await store).update(change)
      },
    },
  })
}

/** Starts the provider with its pages on loopback. Call `close` to stop it. */
export async function serveProvider(
  context: Memory & Pick<Context, 'listen'>,
  faults: readonly string[] = [],
): Promise<ServedProvider> {
  const provider = openProvider(context, faults)
  const listening = await context.listen((request) => servePages(provider, request), { port: 0 })
  const authUrl: Origin = `http://${loopbackAddress}:${listening.port}`
  const { id, secret } = builtInApplications[0]
  return {
    provider,
    authUrl,
    accountUrl: authUrl + preferencesPath,
    client: { id, secret },
    close: () => listening.close(),
  }
}

async function servePages(provider: Provider, request: HttpRequest): Promise<HttpReply> {
  // Otherwise a website that points its own name at this machine (DNS rebinding) could load its page into our
  // origin.
  if (!URL.canParse(request.url) || !isLoopback(new URL(request.url).hostname)) {
    return renderError(421, 'Not served here', `The sandbox answers on ${loopbackAddress} alone.`)
  }
  const reply = await provider.handle(request)
  const served = `The sandbox serves /oauth/authorize and ${preferencesPath}.`
  return reply ?? renderError(404, 'Page not found', served)
}

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
