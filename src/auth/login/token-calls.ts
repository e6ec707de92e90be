/** The token requests of OAuth 1.0a, and the address of the authorization page. */

import { notFoundStatuses, tokenSuffixes } from '../../api/gaps.ts'
import { encodePairs } from '../../api/wire/encode.ts'
import { userAgent } from '../../api/wire/request.ts'
import { KivaError } from '../../errors.ts'
import { sentence } from '../../foreign-text.ts'
import type { HttpRequest } from '../../ports/http.ts'
import type { Origin } from '../../ports/origin.ts'
import type { AccessToken, RequestToken } from '../credentials/token.ts'
import { requireHttps } from '../origin.ts'
import type { SignedSend } from '../signing/signed-send.ts'
import type { PendingLogin, TokenSuffix } from './pending.ts'
import { readAccessToken, readRequestToken } from './token-reply.ts'

/**
 * Gets a request token, and the suffix of its address; `signed` signs as the application. Tries the documented address,
 * and the other one only if nothing is there. Throws `KivaError` of kind `auth`, by cause, or if the service does not
 * confirm the callback.
 */
export async function requestToken(
  signed: SignedSend,
  now: () => number,
  origin: Origin,
  callback: string,
): Promise<RequestToken & { readonly suffix: TokenSuffix }> {
  const ask = (suffix: TokenSuffix) =>
    signed(tokenRequest(origin, suffix, 'request_token'), { oauth_callback: callback })
  const [literal, other] = tokenSuffixes
  let suffix: TokenSuffix = literal
  let reply = await ask(literal)
  if (notFoundStatuses.includes(reply.status)) {
    suffix = other
    reply = await ask(other)
  }
  const token = readRequestToken(reply, now())
  if (token.callbackConfirmed) return { ...token, suffix }
  throw new KivaError(
    'auth',
    'the API did not confirm the callback, so the request token cannot be trusted',
    {
      hint: 'Check --base-url: OAuth 1.0a requires oauth_callback_confirmed.',
    },
  )
}

/**
 * Exchanges the code for an access token; `signed` signs with the request token. A code works once, so it is never sent
 * again, even if no reply came.
 */
export async function exchange(
  signed: SignedSend,
  now: () => number,
  { api_origin, token_suffix }: Pick<PendingLogin, 'api_origin' | 'token_suffix'>,
  verifier: string,
): Promise<AccessToken> {
  const request = tokenRequest(api_origin, token_suffix, 'access_token')
  const reply = await signed(request, { oauth_verifier: verifier }, 'once').catch((cause: unknown) => {
    throw cause instanceof KivaError && cause.kind === 'network' ? unknownOutcome(cause) : cause
  })
  return readAccessToken(reply, now())
}

/** Returns the address of the page where the user approves this login. */
export function authorizeUrl(pending: PendingLogin): string {
  const query = encodePairs([
    ['client_id', pending.client_id],
    ['response_type', 'code'],
    ['oauth_token', pending.oauth_token],
    ['oauth_callback', pending.callback],
    ['scope', pending.scope.join(',')],
    ['state', pending.state],
  ])
  return `${pending.auth_origin}/oauth/authorize?${query}`
}

/**
 * The service's documentation puts parameters in the body, and `oauth_callback` in a header. RFC 5849 §3.5 wants all
 * `oauth_` parameters in one place: they go in the header, and the body stays empty.
 */
function tokenRequest(
  origin: Origin,
  suffix: TokenSuffix,
  call: 'request_token' | 'access_token',
): HttpRequest {
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
  return cause.copyWith(
    'network',
    sentence`the code was sent, but no complete response was received: ${cause.sentence}`,
    {
      hint: (kiva) => `The code may have been used. Start again with ${kiva('login')}.`,
    },
  )
}
