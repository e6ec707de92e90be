/** GET and POST /oauth/authorize: the user approves or denies access. */
import {
  accessTokenDays,
  errorParameters,
  listSeparator,
  preferencesPath,
  verifierMinutes,
} from '../../api/gaps.ts'
import { outOfBand } from '../../api/origins.ts'
import { encodePairs, type Pair } from '../../api/wire/request.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import { type Html, html, type PageText } from '../html/page.ts'
import { quote } from '../http/refusal.ts'
import { requireLogin, type Visit } from './login-page.ts'
import {
  type Forms,
  listScopes,
  PageError,
  renderPage,
  writeButton,
  writeForm,
  writeTime,
  writeVisitor,
} from './page-parts.ts'
import {
  type Account,
  type Application,
  type Decision,
  findApplication,
  hasCallback,
  hasFault,
  isScope,
  minute,
  type ProviderContext,
  type RequestToken,
  type Scope,
} from './provider-state.ts'
import { maxQuoted } from './refusal.ts'
import { redirectUncached } from './reply.ts'
import { rawQuery, readForm } from './signed-request.ts'
import { makeVerifier } from './token-endpoints.ts'

type AuthorizationVisit = Visit<Authorization>

export const handleAuthorizePage = requireLogin<Authorization>({
  open: (context, request) => {
    const authorization = readAuthorization(context, request)
    if ('status' in authorization) return authorization
    return { subject: authorization, purpose: `${authorization.app.name} asks for access to your account.` }
  },

  show: ({ subject, account, address, formToken }) => {
    const { callback } = subject.token
    const page = writeApprovePage({ address, formToken, account, authorization: subject })
    return renderPage(200, page, callback === outOfBand ? {} : { sendsTo: callback })
  },

  act: (visit, form) => {
    const choice = form.get('do')
    if (choice === 'approve') return answer(visit, decide(visit, 'approved'))
    if (choice === 'deny') return answer(visit, decide(visit, 'denied'))
    throw new PageError('No decision', 'Go back, and approve or deny access.')
  },
})

/**
 * Records the user's decision once. A double click repeats the same decision, so it gets the same answer: the
 * browser drops the first answer together with its code.
 */
function decide(
  { context, account, subject: { token, scope } }: AuthorizationVisit,
  kind: Decision['kind'],
): Decision {
  const before = token.decision
  const until = context.now + verifierMinutes * minute
  token.decision ??=
    kind === 'denied'
      ? { kind, accountId: account.id }
      : {
          kind,
          accountId: account.id,
          scope,
          verifier: makeVerifier(context.nonce),
          issued: context.now,
          until,
        }
  if (before && (before.kind !== kind || before.accountId !== account.id || hasEnded(before, context.now))) {
    throw new PageError('This request has been answered already', 'Start again in the application.')
  }
  return token.decision
}

const hasEnded = (decision: Decision, now: number) =>
  decision.kind === 'approved' &&
  (decision.spent === true || decision.revoked === true || now > decision.until)

function answer({ context, subject }: AuthorizationVisit, decision: Decision): HttpReply {
  const { app, token } = subject
  const isOutOfBand = token.callback === outOfBand
  if (decision.kind === 'denied') {
    if (isOutOfBand) return renderPage(200, writeDeniedPage(app.name))
    return sendError(context, subject, 'access_denied', 'the user denied access')
  }
  const { verifier, scope, until } = decision
  if (isOutOfBand) return renderPage(200, writeCodePage({ authorization: subject, verifier, until }))
  return sendBack(subject, [
    ['oauth_verifier', verifier],
    ['oauth_token', token.token],
    ['scope', scope.join(listSeparator)],
  ])
}

/** The authorization request that an application sends through the user's browser. */
interface Authorization {
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
function readAuthorization(context: ProviderContext, request: HttpRequest): Authorization | HttpReply {
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
  if (unknown !== undefined) return fault('invalid_scope', `there is no scope "${quote(unknown, maxQuoted)}"`)
  return { app, token, scope: scope.filter(isScope), state }
}

/**
 * Redirects the browser to the application with the given parameters and the unchanged `state`. Cannot be
 * used out of band.
 */
function sendBack(
  { token, state }: Pick<Authorization, 'token' | 'state'>,
  pairs: readonly Pair[],
): HttpReply {
  const all = state === undefined ? pairs : [...pairs, ['state', state] as const]
  return redirectUncached(token.callback + (token.callback.includes('?') ? '&' : '?') + encodePairs(all))
}

/**
 * Reports an error to the application. Out of band, there is no callback, so it throws a `PageError` for the
 * user instead.
 */
function sendError(
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
  const token = context.state.requestTokens.find((known) => known.token === text)
  if (!token || token.clientId !== app.id)
    throw rejectPage(`The request token does not belong to ${app.name}.`)
  if (token.callback !== callback) throw rejectPage('The request token was made for another oauth_callback.')
  if (token.decision && !decided) throw rejectPage('This request has been answered already.')
  if (!token.decision && context.now > token.until) throw rejectPage('This request has expired.')
  return token
}

const rejectPage = (message: string) =>
  new PageError('Invalid authorization request', `${message} Start again in the application.`)

/** Returns the page that asks the user. The pages after it show the code, or the denial. */
function writeApprovePage(
  page: Forms & { readonly account: Account; readonly authorization: Authorization },
): PageText {
  const { app, scope, token } = page.authorization
  return {
    title: `Approve ${app.name}?`,
    body: html`<h1>${app.name} asks for access to your account</h1>
<p>By ${app.maker}. ${app.about}</p>
<h2>It could</h2>
${listScopes(scope)}
${writeForm(
  page,
  html`<div class="choice">${writeButton('approve', 'Approve', 'main')}${writeButton('deny', 'Deny')}</div>`,
)}
<p class="quiet">${describeNextStep(token.callback, app.name)} Access ends after ${accessTokenDays} days, or when you revoke it in
your <a href="${preferencesPath}">account preferences</a>. It cannot lend, and it does not see your password.</p>
${writeVisitor(page)}`,
  }
}

function describeNextStep(callback: string, name: string): Html {
  if (callback === outOfBand) return html`If you approve, you get a code to enter in ${name}.`
  const place = /^https?:\/\/([^/?#]+)/.exec(callback)?.[1]
  return place
    ? html`In both cases your browser returns to <b>${place}</b>.`
    : html`In both cases your browser returns to the app that opens <code>${callback.split(':', 1)}:</code> addresses.`
}

/** Returns the page with the code. `until` is in milliseconds since the epoch. */
function writeCodePage(page: {
  readonly authorization: Authorization
  readonly verifier: string
  readonly until: number
}): PageText {
  return {
    title: 'Your code',
    body: html`<h1>Enter this code in ${page.authorization.app.name}</h1>
<p class="code"><code>${page.verifier}</code></p>
<p>It is valid for ${verifierMinutes} minutes, until <b>${writeTime(page.until)}</b>, and works once. Upper and lower case matter.</p>
<p class="quiet">Keep it secret: anyone with this code may get the access that you approved. You can close this page afterwards.</p>`,
  }
}

function writeDeniedPage(name: string): PageText {
  return {
    title: 'Access denied',
    body: html`<h1>You denied access</h1>
<p>${name} has no access to your account. You can close this page.</p>`,
  }
}
