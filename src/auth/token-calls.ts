/** The token requests of OAuth 1.0a, and the address of the authorization page. */
import { notFoundStatuses, tokenSuffixes } from '../api/gaps.ts'
import { problemOf } from '../api/wire/problem.ts'
import { encodePairs, type Pair, userAgent } from '../api/wire/request.ts'
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import type { HttpReply, HttpRequest } from '../core/http.ts'
import type { Json, JsonObject } from '../core/json.ts'
import type { Origin } from '../core/origin.ts'
import type { AccessToken, RequestToken, Token, TokenCall } from './credentials-file.ts'
import { requireHttps } from './origin.ts'
import type { PendingLogin, TokenSuffix } from './pending-login.ts'
import { oauthProblemIn, tokenProblem } from './problems.ts'
import type { SignedSend } from './signed-send.ts'

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

/**
 * Reads a request token. Throws `KivaError`, mostly of kind `auth`, by cause. The message never quotes the reply
 * as it is, because it may contain a secret.
 */
function readRequestToken(reply: HttpReply, now: number): RequestToken {
  const fields = read(reply, 'a request token', now)
  return {
    ...tokenIn(fields, 'a request token'),
    callbackConfirmed: isTrue(fields.get('oauth_callback_confirmed')),
  }
}

/** Reads an access token. Throws as {@link readRequestToken}. */
function readAccessToken(reply: HttpReply, now: number): AccessToken {
  const fields = read(reply, 'an access token', now)
  return { ...tokenIn(fields, 'an access token'), scope: scopeOf(fields.get('scope')) }
}

/** Reads a scope: a list, or a text separated by commas or spaces. */
export function scopeOf(value: Json | undefined): readonly string[] | undefined {
  const texts = Array.isArray(value) ? value : [value]
  const names = texts.flatMap((text) => (typeof text === 'string' ? text.split(/[\s,]+/) : []))
  const scopes = [...new Set(names.filter((name) => name !== ''))]
  return scopes.length > 0 ? scopes : undefined
}

type Fields = ReadonlyMap<string, Json>

/** Reads JSON or a form, by the content, because Content-Type can be wrong. */
function read(reply: HttpReply, call: TokenCall, now: number): Fields {
  const text = new TextDecoder().decode(reply.body).trim()
  // Some services report a failure with status 200.
  const failed = reply.status < 200 || reply.status > 299 || oauthProblemIn(text) !== undefined
  if (failed) throw tokenProblem(reply, text, call, problemOf(reply, now))
  if (text.startsWith('<')) throw notUnderstood(call, 'it is an HTML or XML page')
  if (text === '') throw notUnderstood(call, 'it is empty')
  if (!text.startsWith('{')) return formFields([...new URLSearchParams(text)])
  return new Map(Object.entries(jsonObject(text, call)))
}

/** Repeated names (`scope=a&scope=b`, `scope[]=a&scope[]=b`) become a list. */
function formFields(pairs: readonly Pair[]): Fields {
  const fields = new Map<string, Json>()
  for (const [written, value] of pairs) {
    const name = written.replace(/\[\d*\]$/, '')
    const old = fields.get(name)
    fields.set(name, old === undefined ? value : [...(Array.isArray(old) ? old : [old]), value])
  }
  return fields
}

/** Drops the parser's error, because it quotes the text. */
function jsonObject(text: string, call: TokenCall): JsonObject {
  try {
    return JSON.parse(text)
  } catch {
    throw notUnderstood(call, 'it is invalid JSON')
  }
}

function tokenIn(fields: Fields, call: TokenCall): Token {
  const [token, tokenSecret] = ['oauth_token', 'oauth_token_secret'].map((name) => {
    const value = fields.get(name)
    if (typeof value !== 'string' || value === '') throw notUnderstood(call, `it has no ${name}`)
    return value
  })
  return { token: token ?? '', tokenSecret: tokenSecret ?? '' }
}

const isTrue = (value: Json | undefined) => value === true || value === 'true'

function notUnderstood(call: TokenCall, why: string): KivaError {
  return new KivaError('auth', `cannot decode the response to the request for ${call}: ${why}`, {
    hint: (kiva) => `Check that --base-url is the origin of the API, then start again with ${kiva('login')}.`,
  })
}
