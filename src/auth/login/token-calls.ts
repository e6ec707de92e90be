/** The calls of the authorization flow of OAuth 1.0a, as this service has it. Who talks to the person is elsewhere. */

import { nothingThere, tokenSuffixes } from '../../api/gaps.ts'
import { encodePairs } from '../../api/wire/encode.ts'
import { userAgent } from '../../api/wire/request.ts'
import { KivaError } from '../../errors.ts'
import { sentence } from '../../foreign-text.ts'
import type { HttpRequest } from '../../ports/http.ts'
import type { Origin } from '../../ports/origin.ts'
import type { Client } from '../credentials/client.ts'
import type { AccessToken, RequestToken } from '../credentials/token.ts'
import { requireHttps } from '../origin.ts'
import type { SignedSend } from '../signing/signed-send.ts'
import { readAccessToken, readRequestToken } from './token-reply.ts'

/** What the address of a token call ends in. */
export type TokenSuffix = (typeof tokenSuffixes)[number]

/** Where the token calls are made. */
export interface TokenAddress {
  readonly origin: Origin
  readonly suffix: TokenSuffix
}

/**
 * Gets a request token, and says at which suffix; `signed` signs as the application. The document's address comes
 * first; where nothing is there, and only then, the other one is tried. Throws `KivaError`: `auth` by its cause, or
 * where the service doesn't confirm the callback.
 */
export async function requestToken(
  signed: SignedSend,
  now: () => number,
  origin: Origin,
  callback: string,
): Promise<RequestToken & { readonly suffix: TokenSuffix }> {
  const ask = (suffix: TokenSuffix) =>
    signed(tokenRequest({ origin, suffix }, 'request_token'), { oauth_callback: callback })
  const [literal, other] = tokenSuffixes
  let suffix: TokenSuffix = literal
  let reply = await ask(literal)
  if (nothingThere.includes(reply.status)) {
    suffix = other
    reply = await ask(other)
  }
  const token = readRequestToken(reply, now())
  if (token.callbackConfirmed) return { ...token, suffix }
  throw new KivaError(
    'auth',
    'The service did not confirm the callback, so the request token is not to be trusted',
    {
      hint: 'OAuth 1.0a demands oauth_callback_confirmed. Check --base-url.',
    },
  )
}

/**
 * Exchanges the code; `signed` signs with the request token. A code is good for one exchange, so none is ever sent
 * twice, not even when no answer came.
 */
export async function exchange(
  signed: SignedSend,
  now: () => number,
  address: TokenAddress,
  verifier: string,
): Promise<AccessToken> {
  const request = tokenRequest(address, 'access_token')
  const reply = await signed(request, { oauth_verifier: verifier }, 'once').catch((cause: unknown) => {
    throw cause instanceof KivaError && cause.kind === 'network' ? unknownOutcome(cause) : cause
  })
  return readAccessToken(reply, now())
}

export interface AuthorizePage {
  readonly authUrl: Origin
  readonly client: Pick<Client, 'clientId'>
  readonly requestToken: string
  readonly callback: string
  readonly scope: readonly string[]
  readonly state: string
}

/** The address at which the person approves, with all that the service asks for. */
export function authorizeUrl(page: AuthorizePage): string {
  const query = encodePairs([
    ['client_id', page.client.clientId],
    ['response_type', 'code'],
    ['oauth_token', page.requestToken],
    ['oauth_callback', page.callback],
    ['scope', page.scope.join(',')],
    ['state', page.state],
  ])
  return `${page.authUrl}/oauth/authorize?${query}`
}

/**
 * Both calls. The document speaks of parameters in the body and of a header with `oauth_callback`; RFC 5849 §3.5
 * wants all `oauth_` parameters in one place, so that is the header, and nothing is left for the form.
 */
function tokenRequest({ origin, suffix }: TokenAddress, call: 'request_token' | 'access_token'): HttpRequest {
  requireHttps(origin)
  return {
    method: 'POST',
    url: `${origin}/oauth/${call}${suffix}`,
    headers: {
      'user-agent': userAgent,
      accept: 'application/json, */*;q=0.1',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: '',
  }
}

function unknownOutcome(cause: KivaError): KivaError {
  return cause.retold('network', sentence`The code was sent, but no whole answer came: ${cause.sentence}`, {
    hint: (kiva) =>
      `The code may be used up now, so it is not sent again. Start again with ${kiva('login')}.`,
  })
}
