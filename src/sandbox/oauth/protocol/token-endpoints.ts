/** The two calls that hand out tokens (service.md "OAuth endpoints"). */
import { encodePairs } from '../../../api/encode.ts'
import { accessTokenDays, listSeparator, requestTokenMinutes, tokenSuffix } from '../../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../../context.ts'
import { hasFault, type ProviderContext } from '../state/provider-context.ts'
import { day, minute } from '../state/provider-state.ts'
import { authenticate, hasCallback, requireHttps, requireParameters } from './authenticate.ts'
import { exchangeVerifier } from './exchange-verifier.ts'
import { makeToken, makeTokenSecret } from './make-credentials.ts'
import { Refusal, refusalReply } from './refusal.ts'
import { rawPath, readSignedRequest, type SignedRequest } from './signed-request.ts'
import { formReply, jsonReply } from './uncached-reply.ts'

/** What a token reply says; a list is one in JSON and separated by commas in a form. */
type Credentials = Readonly<Record<string, string | true | readonly string[]>>

/** POST /oauth/request_token: a token for the user to approve. */
export const requestToken = handleTokenRequest((context, signed) => {
  requireHttps(context)
  requireParameters(signed, ['oauth_callback'])
  const { app } = authenticate(context, signed)
  const callback = signed.oauth.get('oauth_callback') ?? ''
  if (!hasCallback(app, callback)) {
    throw new Refusal('callback_mismatch', 'oauth_callback is not a callback registered for this application')
  }
  const made = { token: makeToken(context.nonce, app.id), secret: makeTokenSecret(context.nonce) }
  const until = context.now + requestTokenMinutes * minute
  context.state.requestTokens.push({ ...made, clientId: app.id, callback, until })
  return { oauth_token: made.token, oauth_token_secret: made.secret, oauth_callback_confirmed: true }
})

/** POST /oauth/access_token: the approved request token and its verifier for an access token. */
export const accessToken = handleTokenRequest((context, signed) => {
  const { clientId, accountId, scope } = exchangeVerifier(context, signed)
  const made = { token: makeToken(context.nonce, clientId), secret: makeTokenSecret(context.nonce) }
  const until = context.now + accessTokenDays * day
  context.state.accessTokens.push({ ...made, clientId, accountId, scope, issued: context.now, until })
  return { oauth_token: made.token, oauth_token_secret: made.secret, scope }
})

/** A POST whose reply, or refusal, is rendered as its address asks for. */
function handleTokenRequest(answer: (context: ProviderContext, signed: SignedRequest) => Credentials) {
  return (context: ProviderContext, request: HttpRequest): HttpReply => {
    const form = wantsForm(context, request)
    try {
      if (request.method !== 'POST') throw new Refusal('method_not_allowed', 'this call must be a POST')
      return render(answer(context, readSignedRequest(request)), form)
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
function wantsForm(context: ProviderContext, request: HttpRequest): boolean {
  return hasFault(context, 'form-tokens') || !rawPath(request.url).endsWith(tokenSuffix)
}

function render(credentials: Credentials, form: boolean): HttpReply {
  if (!form) return jsonReply(200, credentials)
  const pairs = Object.entries(credentials).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(listSeparator) : String(value)] as const,
  )
  return formReply(200, encodePairs(pairs))
}
