/** The request that an application sends along with the user's browser (service.md "OAuth endpoints", authorize). */
import { encodePairs, type Pair } from '../../../api/encode.ts'
import { errorParameters, knownScopes, listSeparator } from '../../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../../context.ts'
import { hasCallback } from '../protocol/authenticate.ts'
import { formPairs, queryOf } from '../protocol/signed-request.ts'
import { redirectReply } from '../protocol/uncached-reply.ts'
import { type App, outOfBand } from '../state/applications.ts'
import { appOf, type Desk, hasFault } from '../state/provider-context.ts'
import type { RequestToken } from '../state/provider-state.ts'
import { FaultyPage } from './page-error.ts'

export interface Authorization {
  readonly app: App
  readonly token: RequestToken
  readonly scope: readonly Scope[]
  /** Echoed as it came; `undefined` when there was none. */
  readonly state: string | undefined
}

export type Scope = (typeof knownScopes)[number]

/**
 * Reads it. As long as it is not certain that the callback is the application's own, a fault is a `FaultyPage`; after
 * that it is the redirect that tells the application (service.md "Denial and errors at the authorize step").
 */
export function readAuthorization(desk: Desk, request: HttpRequest): Authorization | HttpReply {
  const asked = readQuery(request)
  const app = readApp(desk, asked.get('client_id'))
  const token = readToken(desk, app, asked, request.method === 'POST')
  const state = asked.get('state')
  const fault = (error: string, description: string) => sendError(desk, { token, state }, error, description)

  if (asked.get('response_type') !== 'code') {
    return fault('unsupported_response_type', 'response_type must be code')
  }
  // "scope (optional, comma-separated scopes, default `access`)"
  const names = (asked.get('scope') || 'access').split(listSeparator).map((name) => name.trim())
  const scope = [...new Set(names)]
  const unknown = scope.find((name) => !isScope(name))
  if (unknown !== undefined) return fault('invalid_scope', `there is no scope "${unknown.slice(0, 80)}"`)
  return { app, token, scope: scope.filter(isScope), state }
}

/** Sends the browser back to the application with parameters, and the `state` unchanged. Not for out of band. */
export function sendBack(
  { token, state }: Pick<Authorization, 'token' | 'state'>,
  pairs: readonly Pair[],
): HttpReply {
  const all = state === undefined ? pairs : [...pairs, ['state', state] as const]
  return redirectReply(token.callback + (token.callback.includes('?') ? '&' : '?') + encodePairs(all))
}

/** Tells the application of an error; out of band there is only the person to tell. */
export function sendError(
  desk: Desk,
  asked: Pick<Authorization, 'token' | 'state'>,
  error: string,
  description: string,
): HttpReply {
  if (asked.token.callback === outOfBand) {
    throw new FaultyPage('The application asked for something impossible', `${description} (${error}).`)
  }
  const [usual, sample] = errorParameters
  const name = hasFault(desk, 'error-code') ? sample : usual
  return sendBack(asked, [
    [name, error],
    ['error_description', description],
  ])
}

function readQuery(request: HttpRequest): ReadonlyMap<string, string> {
  const pairs = formPairs(queryOf(request.url))
  const names = ['client_id', 'response_type', 'oauth_token', 'oauth_callback', 'scope', 'state']
  const twice = names.find((name) => pairs.filter(([other]) => other === name).length > 1)
  if (twice) throw faulty(`The address has ${twice} more than once.`)
  return new Map(pairs)
}

function readApp(desk: Desk, id: string | undefined): App {
  if (!id) throw faulty('The address names no application: client_id is missing.')
  const app = appOf(desk, id)
  if (!app) throw faulty('No application is registered under the client_id of the address.')
  if (app.restricted) throw faulty(`${app.name} has been restricted and cannot ask for access.`)
  return app
}

function readToken(desk: Desk, app: App, asked: ReadonlyMap<string, string>, decided: boolean): RequestToken {
  const callback = asked.get('oauth_callback')
  if (!callback) throw faulty('The address does not say where to go next: oauth_callback is missing.')
  if (!hasCallback(app, callback))
    throw faulty(`The oauth_callback of the address is not one of ${app.name}.`)
  const text = asked.get('oauth_token')
  if (!text) throw faulty('The address has no request token: oauth_token is missing.')
  const token = desk.state.requestTokens.find((one) => one.token === text)
  if (!token || token.clientId !== app.id) throw faulty(`The request token is not one of ${app.name}.`)
  if (token.callback !== callback) throw faulty('The request token was made for another oauth_callback.')
  if (token.decision && !decided) throw faulty('This request has been answered already.')
  if (!token.decision && desk.now > token.until) throw faulty('This request has expired.')
  return token
}

const faulty = (message: string) =>
  new FaultyPage('This request cannot be answered', `${message} Start again in the application.`)

const isScope = (name: string): name is Scope => (knownScopes as readonly string[]).includes(name)
