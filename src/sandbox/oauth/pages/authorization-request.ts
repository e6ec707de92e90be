/** The authorization request that an application sends through the user's browser. */

import { errorParameters, listSeparator } from '../../../api/gaps.ts'
import { outOfBand } from '../../../api/oauth.ts'
import { encodePairs, type Pair } from '../../../api/wire/encode.ts'
import type { HttpReply, HttpRequest } from '../../../ports/http.ts'
import { quote } from '../protocol/refusal.ts'
import { rawQuery, readForm } from '../protocol/signed-request.ts'
import { redirectTo } from '../protocol/uncached-reply.ts'
import { type Application, hasCallback } from '../state/applications.ts'
import { findApplication, hasFault, type ProviderContext } from '../state/provider-context.ts'
import type { RequestToken } from '../state/provider-state.ts'
import { isScope, type Scope } from '../state/scopes.ts'
import { PageError } from './page-error.ts'

export interface Authorization {
  readonly app: Application
  readonly token: RequestToken
  readonly scope: readonly Scope[]
  /** Returned to the application unchanged. `undefined` if the request has no `state`. */
  readonly state: string | undefined
}

/**
 * Reads an authorization request. Throws a `PageError` until the callback is known to belong to the
 * application. Later errors return the redirect that reports them to the application.
 */
export function readAuthorization(context: ProviderContext, request: HttpRequest): Authorization | HttpReply {
  const query = readQuery(request)
  const app = readApp(context, query.get('client_id'))
  const token = readToken(context, app, query, request.method === 'POST')
  const state = query.get('state')
  const fault = (error: string, description: string) =>
    sendError(context, { token, state }, error, description)

  if (query.get('response_type') !== 'code') {
    return fault('unsupported_response_type', 'response_type must be code')
  }
  // The documentation says: "scope (optional, comma-separated scopes, default `access`)".
  const names = (query.get('scope') || 'access').split(listSeparator).map((name) => name.trim())
  const scope = [...new Set(names)]
  const unknown = scope.find((name) => !isScope(name))
  if (unknown !== undefined) return fault('invalid_scope', `there is no scope "${quote(unknown)}"`)
  return { app, token, scope: scope.filter(isScope), state }
}

/**
 * Redirects the browser to the application with the given parameters and the unchanged `state`. Cannot be
 * used out of band.
 */
export function sendBack(
  { token, state }: Pick<Authorization, 'token' | 'state'>,
  pairs: readonly Pair[],
): HttpReply {
  const all = state === undefined ? pairs : [...pairs, ['state', state] as const]
  return redirectTo(token.callback + (token.callback.includes('?') ? '&' : '?') + encodePairs(all))
}

/**
 * Reports an error to the application. Out of band, there is no callback, so it throws a `PageError` for the
 * user instead.
 */
export function sendError(
  context: ProviderContext,
  authorization: Pick<Authorization, 'token' | 'state'>,
  error: string,
  description: string,
): HttpReply {
  if (authorization.token.callback === outOfBand) {
    throw new PageError('Invalid request of the application', `${description} (${error}).`)
  }
  const [standard, sample] = errorParameters
  const name = hasFault(context, 'error-code') ? sample : standard
  return sendBack(authorization, [
    [name, error],
    ['error_description', description],
  ])
}

function readQuery(request: HttpRequest): ReadonlyMap<string, string> {
  const pairs = readForm(rawQuery(request.url))
  const names = ['client_id', 'response_type', 'oauth_token', 'oauth_callback', 'scope', 'state']
  const twice = names.find((name) => pairs.filter(([other]) => other === name).length > 1)
  if (twice) throw rejectPage(`The address has ${twice} more than once.`)
  return new Map(pairs)
}

function readApp(context: ProviderContext, id: string | undefined): Application {
  if (!id) throw rejectPage('The address has no client_id.')
  const app = findApplication(context, id)
  if (!app) throw rejectPage('No application is registered with the client_id of the address.')
  if (app.restricted) throw rejectPage(`${app.name} has been restricted and cannot ask for access.`)
  return app
}

function readToken(
  context: ProviderContext,
  app: Application,
  query: ReadonlyMap<string, string>,
  decided: boolean,
): RequestToken {
  const callback = query.get('oauth_callback')
  if (!callback) throw rejectPage('The address has no oauth_callback.')
  if (!hasCallback(app, callback))
    throw rejectPage(`The oauth_callback of the address is not one of ${app.name}.`)
  const text = query.get('oauth_token')
  if (!text) throw rejectPage('The address has no oauth_token.')
  const token = context.state.requestTokens.find((one) => one.token === text)
  if (!token || token.clientId !== app.id)
    throw rejectPage(`The request token does not belong to ${app.name}.`)
  if (token.callback !== callback) throw rejectPage('The request token was made for another oauth_callback.')
  if (token.decision && !decided) throw rejectPage('This request has been answered already.')
  if (!token.decision && context.now > token.until) throw rejectPage('This request has expired.')
  return token
}

const rejectPage = (message: string) =>
  new PageError('Invalid authorization request', `${message} Start again in the application.`)
