/**
 * Decides whether a verifier can be exchanged for an access token. Handles approved, denied, used, revoked
 * and expired verifiers.
 */

import type { ProviderContext } from '../state/provider-context.ts'
import type { Approval, RequestToken } from '../state/provider-state.ts'
import { authenticate, requireHttps, requireParameters } from './authenticate.ts'
import { OAuthRefusal } from './refusal.ts'
import type { SignedRequest } from './signed-request.ts'
import { isSameSecret } from './verify.ts'

/** Returns the grant for a call and marks its verifier as used. Throws `OAuthRefusal`. */
export function exchangeVerifier(
  context: ProviderContext,
  signed: SignedRequest,
): Pick<RequestToken, 'clientId'> & Pick<Approval, 'accountId' | 'scope'> {
  const wasSpent = spendVerifier(context, signed)
  requireHttps(context)
  requireParameters(signed, ['oauth_token', 'oauth_verifier'])
  const { app, token } = authenticate(context, signed, (text) => {
    const found = context.state.requestTokens.find((one) => one.token === text)
    if (!found)
      throw new OAuthRefusal('token_rejected', 'oauth_token is not a request token that was issued here')
    return found
  })
  if (app.id !== token.clientId) {
    throw new OAuthRefusal(
      'client_mismatch',
      'the request token was issued to another application than the one that signed',
    )
  }
  const approval = requireApproval(context, token)
  if (!matches(approval, signed)) {
    throw new OAuthRefusal('parameter_rejected', 'oauth_verifier is not the code of this request token')
  }
  if (wasSpent) throw new OAuthRefusal('verifier_used', 'the authorization code was used before; start again')
  if (approval.revoked) throw new OAuthRefusal('token_revoked', 'the user has taken the approval back')
  if (context.now > approval.until) {
    throw new OAuthRefusal('verifier_expired', 'the authorization code is no longer valid; start again')
  }
  return { clientId: token.clientId, accountId: approval.accountId, scope: approval.scope }
}

function requireApproval(context: ProviderContext, { decision, until }: RequestToken): Approval {
  if (decision?.kind === 'approved') return decision
  if (decision?.kind === 'denied') throw new OAuthRefusal('token_rejected', 'the user has denied access')
  if (context.now > until)
    throw new OAuthRefusal('token_expired', 'the request token is no longer valid; start again')
  throw new OAuthRefusal('token_rejected', 'the user has not approved the request token')
}

/**
 * Marks the verifier as used before any other check, and returns whether it was used before. A code works
 * once, and an attempt that fails for another reason counts too. A mistyped code leaves the verifier valid.
 */
function spendVerifier(context: ProviderContext, signed: SignedRequest): boolean {
  const token = context.state.requestTokens.find((one) => one.token === signed.oauth.get('oauth_token'))
  const decision = token?.decision
  if (decision?.kind !== 'approved' || !matches(decision, signed)) return false
  const before = decision.spent === true
  decision.spent = true
  return before
}

function matches(approval: Approval, signed: SignedRequest): boolean {
  return isSameSecret(approval.verifier, signed.oauth.get('oauth_verifier') ?? '')
}
