/** The two calls that hand out tokens (service.md "OAuth endpoints"). */
import { encodePairs } from '../../../api/encode.ts'
import { accessTokenDays, listSeparator, requestTokenMinutes, tokenSuffix } from '../../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../../context.ts'
import { type Desk, hasFault } from '../state/provider-context.ts'
import { day, minute } from '../state/provider-state.ts'
import { authenticate, hasCallback, requireHttps, requireParameters } from './authenticate.ts'
import { exchange } from './exchange-verifier.ts'
import { mintSecret, mintToken } from './make-credentials.ts'
import { Refusal, refusalReply } from './refusal.ts'
import { type Call, pathOf, readCall } from './signed-request.ts'
import { formReply, jsonReply } from './uncached-reply.ts'

/** What a token reply says; a list is one in JSON and separated by commas in a form. */
type Credentials = Readonly<Record<string, string | true | readonly string[]>>

/** POST /oauth/request_token: a token for the user to approve. */
export const requestToken = tokenCall((desk, call) => {
  requireHttps(desk)
  requireParameters(call, ['oauth_callback'])
  const { app } = authenticate(desk, call)
  const callback = call.oauth.get('oauth_callback') ?? ''
  if (!hasCallback(app, callback)) {
    throw new Refusal('callback_mismatch', 'oauth_callback is not a callback registered for this application')
  }
  const made = { token: mintToken(desk.nonce, app.id), secret: mintSecret(desk.nonce) }
  const until = desk.now + requestTokenMinutes * minute
  desk.state.requestTokens.push({ ...made, clientId: app.id, callback, until })
  return { oauth_token: made.token, oauth_token_secret: made.secret, oauth_callback_confirmed: true }
})

/** POST /oauth/access_token: the approved request token and its verifier for an access token. */
export const accessToken = tokenCall((desk, call) => {
  const { clientId, accountId, scope } = exchange(desk, call)
  const made = { token: mintToken(desk.nonce, clientId), secret: mintSecret(desk.nonce) }
  const until = desk.now + accessTokenDays * day
  desk.state.accessTokens.push({ ...made, clientId, accountId, scope, issued: desk.now, until })
  return { oauth_token: made.token, oauth_token_secret: made.secret, scope }
})

/** A POST whose reply, or refusal, is rendered as its address asks for. */
function tokenCall(answer: (desk: Desk, call: Call) => Credentials) {
  return (desk: Desk, request: HttpRequest): HttpReply => {
    const form = wantsForm(desk, request)
    try {
      if (request.method !== 'POST') throw new Refusal('method_not_allowed', 'this call must be a POST')
      return render(answer(desk, readCall(request)), form)
    } catch (error) {
      if (error instanceof Refusal) return refusalReply(error, form)
      throw error
    }
  }
}

/**
 * "Whether the token responses are delivered as a JSON object or as form-encoded pairs …: not shown" (Authentication,
 * gap 5). Live, the suffix decides: `.json` gives JSON, no suffix gives pairs (service-facts G24). So it does here,
 * for refusals too; the fault `form-tokens` gives pairs always.
 */
function wantsForm(desk: Desk, request: HttpRequest): boolean {
  return hasFault(desk, 'form-tokens') || !pathOf(request.url).endsWith(tokenSuffix)
}

function render(credentials: Credentials, form: boolean): HttpReply {
  if (!form) return jsonReply(200, credentials)
  const pairs = Object.entries(credentials).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(listSeparator) : String(value)] as const,
  )
  return formReply(200, encodePairs(pairs))
}
