/** Who a signed request for private data speaks for (service.md "Sequence" 7). */
import { errorCodes } from '../../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../../context.ts'
import { html } from '../../formats/html/html.ts'
import { findAccount, type ProviderContext } from '../state/provider-context.ts'
import type { Account } from '../state/users.ts'
import { authenticate, requireHttps } from './authenticate.ts'
import { problemHeaders, problemStatus, Refusal } from './refusal.ts'
import { rawPath, readSignedRequest } from './signed-request.ts'
import { jsonReply, reply } from './uncached-reply.ts'

/** Whom the request acts for, and what was granted. */
export interface IdentifiedUser {
  /** The `user_account` record. */
  readonly account: Account
  readonly scope: readonly string[]
  readonly clientId: string
}

/** "The `access` scope provides basic user information" (service.md "Rules" 8). */
const scopeNeeded = 'access'

/** Checks a request for `/v1/my/…`; a reply is the refusal to send, in the format of the path's suffix. */
export function identifyUser(context: ProviderContext, request: HttpRequest): IdentifiedUser | HttpReply {
  try {
    const signed = readSignedRequest(request)
    if (signed.oauth.size === 0) {
      return problem(
        request,
        401,
        errorCodes.credentials,
        'sign the request with a token of an authorized user',
      )
    }
    requireHttps(context)
    const found = findSigner(context, signed)
    if (found.scope.includes(scopeNeeded)) return found
    const message = `the user did not grant the scope ${scopeNeeded}, which this resource needs`
    return problem(request, 403, errorCodes.credentials, message)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return problem(request, problemStatus[error.problem], `oauth.${error.problem}`, error.message)
  }
}

function findSigner(context: ProviderContext, signed: ReturnType<typeof readSignedRequest>): IdentifiedUser {
  const { app, token } = authenticate(context, signed, (text) => {
    const found = context.state.accessTokens.find((one) => one.token === text)
    if (!found) throw new Refusal('token_rejected', 'oauth_token is not an access token that was issued here')
    return found
  })
  if (app.id !== token.clientId) {
    throw new Refusal('client_mismatch', 'the access token belongs to another application')
  }
  if (token.revoked) throw new Refusal('token_revoked', 'the user has revoked the access of this application')
  if (context.now > token.until)
    throw new Refusal('token_expired', 'the access token has expired; log in again')
  const account = findAccount(context, token.accountId)
  if (!account) throw new Refusal('token_rejected', 'the user of this token is gone')
  token.used = context.now
  return { account, scope: token.scope, clientId: token.clientId }
}

/** The `/v1` error body `{"code","message"}`, mechanically as XML or HTML where the path asks for those. */
function problem(request: HttpRequest, status: number, code: string, message: string): HttpReply {
  const path = rawPath(request.url)
  const headers = problemHeaders(status)
  if (path.endsWith('.xml')) {
    const text = html`<response><code>${code}</code><message>${message}</message></response>`
    return reply(status, 'application/xml', `<?xml version="1.0" encoding="UTF-8"?>\n${text}`, headers)
  }
  if (path.endsWith('.html')) {
    return reply(
      status,
      'text/html',
      `${html`<!doctype html><title>${code}</title><p>${message}</p>`}`,
      headers,
    )
  }
  return jsonReply(status, { code, message }, headers)
}
