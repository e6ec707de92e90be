/** The first half of a login: from nothing to a request token, and the page at which the person approves it. */
import { tokensLastSeen } from '../../api/gaps.ts'
import { liveOrigins } from '../../api/origins.ts'
import { readEntries } from '../../auth/credentials/credentials-file.ts'
import { resolveClient } from '../../auth/credentials/resolve-client.ts'
import type { Pending } from '../../auth/login/pending.ts'
import { authorizeUrl, requestToken } from '../../auth/login/token-calls.ts'
import { checkPage, requireHttps } from '../../auth/origin.ts'
import { signing } from '../../auth/signing/signed-send.ts'
import type { Context } from '../../context.ts'
import type { LoginOptions } from './options.ts'
import type { LoginProvider } from './provider.ts'

/** Gets the request token, after everything that could fail without one. */
export async function beginLogin(
  context: Context,
  provider: LoginProvider,
  options: LoginOptions,
): Promise<Pending> {
  requireHttps(provider.baseUrl)
  checkPage(provider.authUrl, provider.baseUrl)
  if (provider.baseUrl === liveOrigins.api) await warn(context)
  // An unsafe or corrupt credential file should stop a login before it begins, not at its end.
  await readEntries(context)
  const client = provider.client ?? (await resolveClient(context, provider.baseUrl))
  context.secrets.add(client.clientSecret)
  const signed = signing(context, provider.send, client)
  const token = await requestToken(signed, context.now, provider.baseUrl, options.callback)
  context.secrets.add(token.tokenSecret)
  return {
    api_origin: provider.baseUrl,
    auth_origin: provider.authUrl,
    token_suffix: token.suffix,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    oauth_token: token.token,
    oauth_token_secret: token.tokenSecret,
    callback: options.callback,
    scope: options.scope,
    state: context.nonce(),
    started_at: new Date(context.now()).toISOString(),
    clock_skew: signed.skew(),
  }
}

/** What the person should know before looking for a client id. A program reads it in the error, if there is one. */
async function warn({ stderr, say }: Context): Promise<void> {
  if (!stderr.isTerminal) return
  await say(
    `Nobody can register an application with ${liveOrigins.api} any more, and its token addresses were last seen ` +
      `answering ${tokensLastSeen.status} (${tokensLastSeen.month}). kiva --sandbox login shows all of it and needs nothing.`,
  )
}

/** The address of the authorization page. */
export const pageOf = (pending: Pending) =>
  authorizeUrl({
    authUrl: pending.auth_origin,
    client: { clientId: pending.client_id },
    requestToken: pending.oauth_token,
    callback: pending.callback,
    scope: pending.scope,
    state: pending.state,
  })
