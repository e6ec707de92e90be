/** Whether a verifier may be exchanged for an access token: the second half of service.md's lifecycle table. */

import type { Desk } from '../state/provider-context.ts'
import type { Decision, RequestToken } from '../state/provider-state.ts'
import { authenticate, requireHttps, requireParameters } from './authenticate.ts'
import { Refusal } from './refusal.ts'
import { sameText } from './same-text.ts'
import type { Call } from './signed-request.ts'

type Approval = Extract<Decision, { kind: 'approved' }>

/** The grant that a call may have, its verifier used up. Throws `Refusal`. */
export function exchange(
  desk: Desk,
  call: Call,
): Pick<RequestToken, 'clientId'> & Pick<Approval, 'accountId' | 'scope'> {
  const wasSpent = spend(desk, call)
  requireHttps(desk)
  requireParameters(call, ['oauth_token', 'oauth_verifier'])
  const { app, token } = authenticate(desk, call, (text) => {
    const found = desk.state.requestTokens.find((one) => one.token === text)
    if (!found) throw new Refusal('token_rejected', 'oauth_token is not a request token that was issued here')
    return found
  })
  if (app.id !== token.clientId) {
    throw new Refusal(
      'client_mismatch',
      'the request token was issued to another application than the one that signed',
    )
  }
  const approval = approvalOf(desk, token)
  if (!matches(approval, call)) {
    throw new Refusal('parameter_rejected', 'oauth_verifier is not the code of this request token')
  }
  if (wasSpent) throw new Refusal('verifier_used', 'the authorization code was used before; start again')
  if (approval.revoked) throw new Refusal('token_revoked', 'the user has taken the approval back')
  if (desk.now > approval.until) {
    throw new Refusal('verifier_expired', 'the authorization code is no longer valid; start again')
  }
  return { clientId: token.clientId, accountId: approval.accountId, scope: approval.scope }
}

function approvalOf(desk: Desk, { decision, until }: RequestToken): Approval {
  if (decision?.kind === 'approved') return decision
  if (decision?.kind === 'denied') throw new Refusal('token_rejected', 'the user has denied access')
  if (desk.now > until)
    throw new Refusal('token_expired', 'the request token is no longer valid; start again')
  throw new Refusal('token_rejected', 'the user has not approved the request token')
}

/**
 * Uses the verifier up before anything else is checked, and tells whether it was used before: "a second exchange is
 * rejected, and the service may reject even when the first attempt was itself invalid" (service.md "Rules" 3).
 * A mistyped code uses nothing up.
 */
function spend(desk: Desk, call: Call): boolean {
  const token = desk.state.requestTokens.find((one) => one.token === call.oauth.get('oauth_token'))
  const decision = token?.decision
  if (decision?.kind !== 'approved' || !matches(decision, call)) return false
  const before = decision.spent === true
  decision.spent = true
  return before
}

function matches(approval: Approval, call: Call): boolean {
  return sameText(approval.verifier, call.oauth.get('oauth_verifier') ?? '')
}
