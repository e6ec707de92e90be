/**
 * The provider of `kiva --sandbox`, without any set-up. Token calls and signed requests stay in this process, as
 * https addresses that never touch a network: nothing secret travels. Only the pages need a real address for the
 * browser, and are served in plain HTTP on loopback while login waits; there a token call is refused for not being
 * HTTPS. What was granted is kept in the store `sandbox`, so later runs know the token.
 */

import { preferencesPath } from '../../api/gaps.ts'
import type { Context } from '../../context.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import { isLoopback, loopbackAddress, type Origin } from '../../ports/origin.ts'
import { renderPage } from './pages/render-page.ts'
import { writeErrorPage } from './pages/views/error-view.ts'
import { createProvider, type Provider } from './provider.ts'
import { builtInApplications } from './state/applications.ts'
import type { ProviderState } from './state/provider-state.ts'

export interface ServedProvider {
  readonly provider: Provider
  /** Origin of the pages, without a trailing slash. */
  readonly authUrl: Origin
  /** Of the account preferences. */
  readonly accountUrl: string
  readonly client: { readonly id: string; readonly secret: string }
  close(): Promise<void>
}

type Memory = Pick<Context, 'store' | 'now' | 'nonce'>

/** The provider alone, for runs that only use a token. Opens the store with the first request that is the provider's. */
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

/** The provider with its pages on loopback, until closed. */
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
  // A name that someone else points at this machine would get a page of theirs into our origin.
  if (!URL.canParse(request.url) || !isLoopback(new URL(request.url).hostname)) {
    return renderPage(
      421,
      writeErrorPage('Not served here', `The sandbox answers on ${loopbackAddress} alone.`),
    )
  }
  const reply = await provider.handle(request)
  return (
    reply ??
    renderPage(
      404,
      writeErrorPage('There is no such page', `The sandbox serves /oauth/authorize and ${preferencesPath}.`),
    )
  )
}
