/** The two calls that issue tokens. */

import { accessTokenDays, listSeparator, requestTokenMinutes } from '../../../api/gaps.ts'
import { encodePairs } from '../../../api/wire/encode.ts'
import type { HttpReply, HttpRequest } from '../../../ports/http.ts'
import { hasCallback } from '../state/applications.ts'
import { hasFault, type ProviderContext } from '../state/provider-context.ts'
import { day, minute } from '../state/provider-state.ts'
import { authenticate, requireHttps, requireParameters } from './authenticate.ts'
import { exchangeVerifier } from './exchange-verifier.ts'
import { makeCredentials } from './make-credentials.ts'
import { OAuthRefusal } from './refusal.ts'
import { readSignedRequest, type SignedRequest } from './signed-request.ts'
import { replyWith } from './uncached-reply.ts'

type Fields = Readonly<Record<string, string | true | readonly string[]>>

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

type Headers = Readonly<Record<string, string>>

function renderJson(status: number, fields: Fields, headers?: Headers): HttpReply {
  return replyWith(status, 'application/json', JSON.stringify(fields), headers)
}

/** Lists become one comma-separated text. */
function renderForm(status: number, fields: Fields, headers?: Headers): HttpReply {
  const pairs = Object.entries(fields).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(listSeparator) : String(value)] as const,
  )
  return replyWith(status, formType, encodePairs(pairs), headers)
}

const formType = 'application/x-www-form-urlencoded'

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
