/** Authenticates the application, the token and the user of a signed request (RFC 5849 §3.2). */
import { createHash } from 'node:crypto'
import { errorCodes } from '../../api/gaps.ts'
import type { HttpRequest } from '../../core/http.ts'
import { quote, Refusal } from '../http/refusal.ts'
import {
  type Account,
  type Application,
  findAccount,
  findApplication,
  type ProviderContext,
  type Scope,
} from './provider-state.ts'
import { maxQuoted, OAuthRefusal, refusalHeaders } from './refusal.ts'
import { rawPath, readSignedRequest, type SignedRequest, verifySignature } from './signed-request.ts'

/** Seconds by which a client's clock may differ. RFC 5849 §3.3 leaves the limit to the server. */
const timestampWindow = 300

const always = [
  'oauth_consumer_key',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_signature',
]

/**
 * Throws `OAuthRefusal` for a call over plain HTTP. Token calls and requests for private data carry secrets.
 */
export function requireHttps(context: ProviderContext): void {
  if (!context.secure) throw new OAuthRefusal('https_required', 'this call must be made over HTTPS')
}

/** Throws `OAuthRefusal` if one of the parameters is missing or empty. */
export function requireParameters(signed: SignedRequest, names: readonly string[]): void {
  const absent = names.filter((name) => !signed.oauth.get(name))
  if (absent.length > 0) throw new OAuthRefusal('parameter_absent', `missing: ${absent.join(', ')}`)
}

/**
 * Makes all checks of RFC 5849 §3.2 and marks the nonce as used. Returns the application and the token.
 * `find` returns the secret of `oauth_token`, or throws; leave it out for calls without a token. Throws
 * `OAuthRefusal`.
 */
export function authenticate<Token extends { readonly secret: string }>(
  context: ProviderContext,
  signed: SignedRequest,
  find: (token: string) => Token,
): { app: Application; token: Token }
export function authenticate(context: ProviderContext, signed: SignedRequest): { app: Application }
export function authenticate<Token extends { readonly secret: string }>(
  context: ProviderContext,
  signed: SignedRequest,
  find?: (token: string) => Token,
): { app: Application; token: Token | undefined } {
  requireParameters(signed, find ? [...always, 'oauth_token'] : always)
  checkMethod(signed)
  checkTimestamp(context, signed)
  const app = findApplication(context, signed.oauth.get('oauth_consumer_key'))
  if (!app)
    throw new OAuthRefusal('client_unknown', 'no application is registered under this oauth_consumer_key')
  const token = find?.(signed.oauth.get('oauth_token') ?? '')
  checkSignature(signed, app, token?.secret ?? '')
  useNonce(context, signed)
  if (app.restricted)
    throw new OAuthRefusal('client_restricted', `the application ${app.id} has been restricted`)
  return { app, token }
}

function checkMethod({ oauth }: SignedRequest): void {
  const version = oauth.get('oauth_version')
  if (version !== undefined && version !== '1.0') {
    throw new OAuthRefusal('parameter_rejected', 'oauth_version must be 1.0, or be left out')
  }
  if (oauth.get('oauth_signature_method') !== 'HMAC-SHA1') {
    throw new OAuthRefusal('parameter_rejected', 'oauth_signature_method must be HMAC-SHA1')
  }
}

function checkTimestamp(context: ProviderContext, { oauth }: SignedRequest): void {
  const timestamp = oauth.get('oauth_timestamp') ?? ''
  const here = Math.floor(context.now / 1000)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - here) > timestampWindow) {
    throw new OAuthRefusal(
      'timestamp_refused',
      `oauth_timestamp must be within ${timestampWindow} seconds of the time here, which is ${here}`,
    )
  }
}

function checkSignature(signed: SignedRequest, app: Application, tokenSecret: string): void {
  const { method, url } = signed.request
  const signature = signed.oauth.get('oauth_signature') ?? ''
  if (verifySignature(signature, { method, url, parameters: signed.parameters }, app.secret, tokenSecret))
    return
  // List names only: values may be secrets, and this text ends up in logs.
  const names = signed.parameters.map(([name]) => name).filter((name) => name !== 'oauth_signature')
  throw new OAuthRefusal(
    'signature_invalid',
    `oauth_signature does not belong to ${quote(`${method.toUpperCase()} ${rawPath(url)}`, maxQuoted)} with the parameters ${quote(names.join(', '), maxQuoted)}`,
  )
}

/**
 * A nonce is valid once per client, token and timestamp (§3.3). It is stored only after the signature is
 * verified, so that a client cannot use up the nonce of another, and only until its timestamp expires.
 */
function useNonce(context: ProviderContext, { oauth }: SignedRequest): void {
  const names = ['oauth_consumer_key', 'oauth_token', 'oauth_timestamp', 'oauth_nonce']
  const parts = names.map((name) => oauth.get(name) ?? '')
  const seen = createHash('sha256').update(JSON.stringify(parts)).digest('base64')
  if (context.state.nonces.some((nonce) => nonce.seen === seen)) {
    throw new OAuthRefusal('nonce_used', 'oauth_nonce was used before; sign every attempt afresh')
  }
  const until = (Number(oauth.get('oauth_timestamp')) + timestampWindow + 1) * 1000
  context.state.nonces.push({ seen, until })
}

/** The user for whom a request acts, and what that user granted. */
export interface IdentifiedUser {
  /** The user's `user_account` record. */
  readonly account: Account
  readonly scope: readonly Scope[]
  readonly clientId: string
}

/**
 * Scope that every resource under `/v1/my` requires: "The `access` scope provides basic user information".
 */
const scopeNeeded: Scope = 'access'

/** Returns the user of a request for `/v1/my/…`. Throws `Refusal`. */
export function identifyUser(context: ProviderContext, request: HttpRequest): IdentifiedUser {
  const signed = readSignedRequest(request)
  if (signed.oauth.size === 0) throw refuse(401, 'sign the request with a token of an authorized user')
  requireHttps(context)
  const user = findSigner(context, signed)
  if (user.scope.includes(scopeNeeded)) return user
  throw refuse(403, `the user did not grant the scope ${scopeNeeded}, which this resource needs`)
}

function findSigner(context: ProviderContext, signed: SignedRequest): IdentifiedUser {
  const { app, token } = authenticate(context, signed, (text) => {
    const found = context.state.accessTokens.find((known) => known.token === text)
    if (!found)
      throw new OAuthRefusal('token_rejected', 'oauth_token is not an access token that was issued here')
    return found
  })
  if (app.id !== token.clientId) {
    throw new OAuthRefusal('client_mismatch', 'the access token belongs to another application')
  }
  if (token.revoked)
    throw new OAuthRefusal('token_revoked', 'the user has revoked the access of this application')
  if (context.now > token.until)
    throw new OAuthRefusal('token_expired', 'the access token has expired; log in again')
  const account = findAccount(context, token.accountId)
  if (!account) throw new OAuthRefusal('token_rejected', 'the user of this token is gone')
  token.used = context.now
  return { account, scope: token.scope, clientId: token.clientId }
}

const refuse = (status: number, message: string) =>
  new Refusal(status, errorCodes.credentials, message, refusalHeaders(status))
