/** The two calls that issue tokens, and what they issue: tokens, secrets and verifiers. */
import { accessTokenDays, listSeparator, requestTokenMinutes } from '../../api/gaps.ts'
import { encodePairs } from '../../api/wire/request.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import type { Headers } from '../http/reply.ts'
import { authenticate, requireHttps, requireParameters } from './authenticate.ts'
import {
  type Approval,
  day,
  hasCallback,
  hasFault,
  minute,
  type ProviderContext,
  type RequestToken,
} from './provider-state.ts'
import { OAuthRefusal } from './refusal.ts'
import { replyUncached } from './reply.ts'
import { isSameSecret, readSignedRequest, type SignedRequest } from './signed-request.ts'

type Fields = Readonly<Record<string, string | true | readonly string[]>>

const formType = 'application/x-www-form-urlencoded'

/** POST /oauth/request_token: issues a request token for the user to approve. */
export const issueRequestToken = tokenEndpoint((context, signed) => {
  requireHttps(context)
  requireParameters(signed, ['oauth_callback'])
  const { app } = authenticate(context, signed)
  const callback = signed.oauth.get('oauth_callback') ?? ''
  if (!hasCallback(app, callback)) {
    throw new OAuthRefusal(
      'callback_mismatch',
      'oauth_callback is not a callback registered for this application',
    )
  }
  const made = makeCredentials(context, app.id)
  const until = context.now + requestTokenMinutes * minute
  context.state.requestTokens.push({ ...made, clientId: app.id, callback, until })
  return { oauth_token: made.token, oauth_token_secret: made.secret, oauth_callback_confirmed: true }
})

/** POST /oauth/access_token: exchanges the approved request token and its verifier for an access token. */
export const issueAccessToken = tokenEndpoint((context, signed) => {
  const { clientId, accountId, scope } = exchangeVerifier(context, signed)
  const made = makeCredentials(context, clientId)
  const until = context.now + accessTokenDays * day
  context.state.accessTokens.push({ ...made, clientId, accountId, scope, issued: context.now, until })
  return { oauth_token: made.token, oauth_token_secret: made.secret, scope }
})

/** Returns a handler for a POST. Results and errors have the format that the caller accepts. */
function tokenEndpoint(issue: (context: ProviderContext, signed: SignedRequest) => Fields) {
  return (context: ProviderContext, request: HttpRequest): HttpReply => {
    const render = prefersForm(context, request) ? renderForm : renderJson
    try {
      if (request.method !== 'POST') throw new OAuthRefusal('method_not_allowed', 'this call must be a POST')
      return render(200, issue(context, readSignedRequest(request)))
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      const { status, code, message, problem, headers } = error
      return render === renderForm
        ? renderForm(status, { oauth_problem: problem, oauth_problem_advice: message }, headers)
        : renderJson(status, { code, message }, headers)
    }
  }
}

function renderJson(status: number, fields: Fields, headers?: Headers): HttpReply {
  return replyUncached(status, 'application/json', JSON.stringify(fields), headers)
}

/** Lists become one comma-separated text. */
function renderForm(status: number, fields: Fields, headers?: Headers): HttpReply {
  const pairs = Object.entries(fields).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(listSeparator) : String(value)] as const,
  )
  return replyUncached(status, formType, encodePairs(pairs), headers)
}

/**
 * Whether to reply with form-encoded pairs. The service's description does not say whether tokens come as
 * JSON or as pairs. Here they are JSON at both addresses, unless `Accept` prefers pairs or the fault
 * `form-tokens` is set.
 */
function prefersForm(context: ProviderContext, { headers }: HttpRequest): boolean {
  const accept = headers['accept'] ?? ''
  return (
    hasFault(context, 'form-tokens') || qualityOf(accept, formType) > qualityOf(accept, 'application/json')
  )
}

/**
 * Returns the weight that an `Accept` header gives a type (RFC 9110 §12.5.1), or 0 if the header does not
 * name the type.
 */
function qualityOf(accept: string, type: string): number {
  const named = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
  const found = named.find(([name]) => name === type)
  const weight = found?.find((part) => part.startsWith('q='))?.slice(2)
  return found ? Number(weight ?? 1) : 0
}

/**
 * Returns the grant for a call and marks its verifier as used. Throws `OAuthRefusal` if the verifier cannot be exchanged
 * for an access token, such as one that was denied, used or revoked, or that has expired.
 */
function exchangeVerifier(
  context: ProviderContext,
  signed: SignedRequest,
): Pick<RequestToken, 'clientId'> & Pick<Approval, 'accountId' | 'scope'> {
  const wasSpent = spendVerifier(context, signed)
  requireHttps(context)
  requireParameters(signed, ['oauth_token', 'oauth_verifier'])
  const { app, token } = authenticate(context, signed, (text) => {
    const found = context.state.requestTokens.find((known) => known.token === text)
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
  throw new OAuthRefusal(
    'parameter_rejected',
    'oauth_verifier is not a code: the user has not approved the request token yet',
  )
}

/**
 * Marks the verifier as used before any other check, and returns whether it was used before. A code works
 * once, and an attempt that fails for another reason counts too. A mistyped code leaves the verifier valid.
 */
function spendVerifier(context: ProviderContext, signed: SignedRequest): boolean {
  const token = context.state.requestTokens.find((known) => known.token === signed.oauth.get('oauth_token'))
  const decision = token?.decision
  if (decision?.kind !== 'approved' || !matches(decision, signed)) return false
  const before = decision.spent === true
  decision.spent = true
  return before
}

function matches(approval: Approval, signed: SignedRequest): boolean {
  return isSameSecret(approval.verifier, signed.oauth.get('oauth_verifier') ?? '')
}

interface Credentials {
  readonly token: string
  readonly secret: string
}

/**
 * Returns a token and its secret. The token looks like known tokens of the live service: its only reserved
 * characters are `.` and `;`, and it ends in `;<client id>`. So an application that puts a token unencoded
 * into an address works here as it does there.
 */
export function makeCredentials(
  context: Pick<ProviderContext, 'nonce' | 'faults'>,
  clientId: string,
): Credentials {
  if (hasFault(context, 'awkward-tokens')) return makeAwkwardCredentials(context, clientId)
  const text = context.nonce()
  return { token: `${text.slice(0, 16)}.${text.slice(16)};${clientId}`, secret: context.nonce() }
}

/**
 * Returns credentials with the characters that are separators in addresses, forms and signing keys. `%2B`
 * exposes a client that decodes once too often, and `+` a client that decodes it as a form does.
 */
function makeAwkwardCredentials({ nonce }: Pick<ProviderContext, 'nonce'>, clientId: string): Credentials {
  const text = nonce()
  const start = `${text.slice(0, 12)}.${text.slice(12, 20)}`
  const secret = nonce()
  return {
    token: `${start}~%2B${text.slice(20, 26)}+/${text.slice(26)}=;${clientId}`,
    secret: `${secret.slice(0, 16)}&${secret.slice(16)}%26=`,
  }
}

/** Only characters that are hard to confuse: no 0 and O, no 1, I and l. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Returns an authorization code that is short enough to type: `KV-` and 8 letters or digits, 46 bits. */
export function makeVerifier(nonce: () => string): string {
  const base = BigInt(letters.length)
  let rest = BigInt(`0x${nonce()}`)
  let code = ''
  while (code.length < 8) {
    code += letters[Number(rest % base)]
    rest /= base
  }
  return `KV-${code}`
}
