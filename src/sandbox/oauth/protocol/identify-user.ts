/** Who a signed request for private data speaks for (service.md "Sequence" 7). */
import { errorCodes } from '../../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../../context.ts'
import { html } from '../pages/html.ts'
import { accountOf, type Desk } from '../state/provider-context.ts'
import type { Account } from '../state/users.ts'
import { authenticate, requireHttps } from './authenticate.ts'
import { headersOf, Refusal, statusOf } from './refusal.ts'
import { pathOf, readCall } from './signed-request.ts'
import { jsonReply, reply } from './uncached-reply.ts'

/** Whom the request acts for, and what was granted. */
export interface Authorized {
  /** The `user_account` record. */
  readonly account: Account
  readonly scope: readonly string[]
  readonly clientId: string
}

/** "The `access` scope provides basic user information" (service.md "Rules" 8). */
const scopeNeeded = 'access'

/** Checks a request for `/v1/my/…`; a reply is the refusal to send, in the format of the path's suffix. */
export function authorizeRequest(desk: Desk, request: HttpRequest): Authorized | HttpReply {
  try {
    const call = readCall(request)
    if (call.oauth.size === 0) {
      return problem(
        request,
        401,
        errorCodes.credentials,
        'sign the request with a token of an authorized user',
      )
    }
    requireHttps(desk)
    const found = signedBy(desk, call)
    if (found.scope.includes(scopeNeeded)) return found
    const message = `the user did not grant the scope ${scopeNeeded}, which this resource needs`
    return problem(request, 403, errorCodes.credentials, message)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return problem(request, statusOf[error.problem], `oauth.${error.problem}`, error.message)
  }
}

function signedBy(desk: Desk, call: ReturnType<typeof readCall>): Authorized {
  const { app, token } = authenticate(desk, call, (text) => {
    const found = desk.state.accessTokens.find((one) => one.token === text)
    if (!found) throw new Refusal('token_rejected', 'oauth_token is not an access token that was issued here')
    return found
  })
  if (app.id !== token.clientId) {
    throw new Refusal('client_mismatch', 'the access token belongs to another application')
  }
  if (token.revoked) throw new Refusal('token_revoked', 'the user has revoked the access of this application')
  if (desk.now > token.until) throw new Refusal('token_expired', 'the access token has expired; log in again')
  const account = accountOf(desk, token.accountId)
  if (!account) throw new Refusal('token_rejected', 'the user of this token is gone')
  token.used = desk.now
  return { account, scope: token.scope, clientId: token.clientId }
}

/** The `/v1` error body `{"code","message"}`, mechanically as XML or HTML where the path asks for those. */
function problem(request: HttpRequest, status: number, code: string, message: string): HttpReply {
  const path = pathOf(request.url)
  const headers = headersOf(status)
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
