/** Identifies the user of a signed request for private data. */
import { errorCodes } from '../../../api/gaps.ts'
import type { HttpRequest } from '../../../ports/http.ts'
import { Refusal } from '../../http/refusal.ts'
import { findAccount, type ProviderContext } from '../state/provider-context.ts'
import type { Scope } from '../state/scopes.ts'
import type { Account } from '../state/users.ts'
import { authenticate, requireHttps } from './authenticate.ts'
import { OAuthRefusal, refusalHeaders } from './refusal.ts'
import { readSignedRequest, type SignedRequest } from './signed-request.ts'

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
    const found = context.state.accessTokens.find((one) => one.token === text)
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
