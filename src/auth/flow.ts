/** The calls of the authorization flow (service.md "Authentication"). Who talks to the person is elsewhere. */
import { encodePairs } from '../api/encode.ts'
import { tokenSuffix } from '../api/gaps.ts'
import { userAgent } from '../api/request.ts'
import type { HttpRequest } from '../context.ts'
import { KivaError } from '../errors.ts'
import type { Client } from './credentials.ts'
import { isPrivateWay } from './origin.ts'
import type { SignedSend } from './signed-send.ts'
import { type AccessToken, type RequestToken, readAccessToken, readRequestToken } from './token-reply.ts'

/** The literal callback of the out-of-band flow. */
export const outOfBand = 'oob'

/**
 * Gets a request token; `signed` signs as the application. Throws `KivaError`: `auth` by its cause, or where the
 * service doesn't confirm the callback.
 */
export async function requestToken(
  signed: SignedSend,
  now: () => number,
  baseUrl: string,
  callback: string,
): Promise<RequestToken> {
  const request = tokenRequest(baseUrl, 'request_token')
  const token = readRequestToken(await signed(request, { oauth_callback: callback }), now())
  if (token.callbackConfirmed) return token
  throw new KivaError(
    'auth',
    'The service did not confirm the callback, so the request token is not to be trusted',
    {
      hint: 'OAuth 1.0a demands oauth_callback_confirmed. Check --base-url.',
    },
  )
}

/**
 * Exchanges the code; `signed` signs with the request token. The code is good for one exchange, so this is never done
 * twice, not even when no answer came.
 */
export async function exchange(
  signed: SignedSend,
  now: () => number,
  baseUrl: string,
  verifier: string,
): Promise<AccessToken> {
  const request = tokenRequest(baseUrl, 'access_token')
  const reply = await signed(request, { oauth_verifier: verifier }, 'once').catch((cause: unknown) => {
    throw cause instanceof KivaError && cause.kind === 'network' ? unknownOutcome(cause) : cause
  })
  return readAccessToken(reply, now())
}

export interface AuthorizePage {
  readonly authUrl: string
  readonly client: Pick<Client, 'clientId'>
  readonly requestToken: string
  readonly callback: string
  readonly scope: readonly string[]
  readonly state: string
}

/** The address at which the person approves, with all that service.md's table asks for. */
export function authorizeUrl(page: AuthorizePage): string {
  const query = encodePairs([
    ['client_id', page.client.clientId],
    ['response_type', 'code'],
    ['oauth_token', page.requestToken],
    ['oauth_callback', page.callback],
    ['scope', page.scope.join(',')],
    ['state', page.state],
  ])
  return `${checkPage(page.authUrl)}/oauth/authorize?${query}`
}

/** The origin of the page, which must be safe to type a password into. */
export function checkPage(authUrl: string): string {
  const url = URL.canParse(authUrl) ? new URL(authUrl) : undefined
  if (url && /^https?:$/.test(url.protocol) && isPrivateWay(authUrl)) return url.origin
  throw new KivaError(
    'usage',
    `${authUrl} can not be the origin of the authorization page: it is not https`,
    {
      hint: 'Give an https address with --auth-url.',
    },
  )
}

/** Refuses plain HTTP for token calls, this machine included: service.md "Rules", 1. */
export function checkTokenOrigin(baseUrl: string): void {
  if (new URL(baseUrl).protocol === 'https:') return
  throw new KivaError('auth', `Authorization needs HTTPS, and ${baseUrl} is not: nothing was sent`, {
    hint: 'Give an https address with --base-url; kiva sandbox serves HTTPS unless --http is given.',
  })
}

/**
 * Both calls. service.md speaks of parameters in the body and of a header with `oauth_callback`; RFC 5849 §3.5 wants
 * all `oauth_` parameters in one place, so that is the header, and nothing is left for the form.
 */
function tokenRequest(baseUrl: string, call: 'request_token' | 'access_token'): HttpRequest {
  checkTokenOrigin(baseUrl)
  return {
    method: 'POST',
    url: `${baseUrl}/oauth/${call}${tokenSuffix}`,
    headers: {
      'user-agent': userAgent,
      accept: 'application/json, application/x-www-form-urlencoded;q=0.9, */*;q=0.1',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: '',
  }
}

function unknownOutcome(cause: KivaError): KivaError {
  return new KivaError('network', `The code was sent, but no whole answer came: ${cause.message}`, {
    hint: 'The code may be used up now, so it is not sent again. Start again with kiva login.',
    cause,
  })
}
