/**
 * Shared by all pages: login and logout, and forms that only the visitor who sees them can submit. After login, a cookie
 * names a session that the provider created. Before login, the cookie holds a random text that only binds the login form
 * to this browser. Form tokens are derived from the cookie, so viewing a page stores nothing.
 */
import { createHmac } from 'node:crypto'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import { html, type PageText } from '../html/page.ts'
import {
  type Forms,
  PageError,
  renderError,
  renderPage,
  writeButton,
  writeForm,
  writeName,
} from './page-parts.ts'
import { type Account, findAccount, minute, type ProviderContext, type User } from './provider-state.ts'
import { OAuthRefusal } from './refusal.ts'
import { redirectUncached } from './reply.ts'
import { isSameSecret, rawPath, rawQuery, readForm, readFormBody } from './signed-request.ts'

/** A request for a page by a user who is logged in. */
export interface Visit<Subject> {
  readonly context: ProviderContext
  readonly request: HttpRequest
  readonly account: Account
  /** The subject of the page, read from its address. */
  readonly subject: Subject
  /** Path and query of the page, to which its forms are submitted. */
  readonly address: string
  readonly formToken: string
}

/** The fields of a form, by name. */
type Form = ReadonlyMap<string, string>

interface Page<Subject> {
  /** Called before login. Throws `PageError`, or returns a reply, if the address is invalid. */
  open(
    context: ProviderContext,
    request: HttpRequest,
  ): { readonly subject: Subject; readonly purpose: string } | HttpReply
  show(visit: Visit<Subject>): HttpReply
  /** Called when the visitor submits a form of their own session. */
  act(visit: Visit<Subject>, form: Form): HttpReply
}

/** Returns a handler that serves a page after login. */
export function requireLogin<Subject>(page: Page<Subject>) {
  return (context: ProviderContext, request: HttpRequest): HttpReply => {
    try {
      return serve(page, context, request)
    } catch (error) {
      if (error instanceof PageError) return renderError(error.status, error.title, error.message)
      if (error instanceof OAuthRefusal) return renderError(400, 'Invalid request', error.message)
      throw error
    }
  }
}

/**
 * In characters. The forms of a page repeat its address, including `state`. Browsers need no longer address.
 */
const maxAddressLength = 4000

/** Most characters of an unknown user name that the login page repeats. */
const maxUserNameLength = 100

const methods = ['GET', 'HEAD', 'POST']

function serve<Subject>(page: Page<Subject>, context: ProviderContext, request: HttpRequest): HttpReply {
  if (!methods.includes(request.method)) {
    const allow = methods.join(', ')
    return renderError(405, 'Method not allowed', 'Open this address in a browser.', { allow })
  }
  const query = rawQuery(request.url)
  const address = rawPath(request.url) + (query && `?${query}`)
  if (address.length > maxAddressLength) {
    throw new PageError('This address is too long', 'Start again in the application.', 414)
  }
  const opened = page.open(context, request)
  if (!('subject' in opened)) return opened

  const visitor = findVisitor(context, request)
  const shown = { address, formToken: makeFormToken(context, visitor) }
  const askToLogIn = (status: number, failed?: string) =>
    renderPage(status, writeLoginPage({ ...shown, purpose: opened.purpose, users: context.users, failed }), {
      headers: visitor.isNew ? { 'set-cookie': makeCookie(context, visitor.id) } : {},
    })
  const again = (setCookie: string) => redirectUncached(address, { 'set-cookie': setCookie })

  const form: Form = new Map(request.method === 'POST' ? readForm(readFormBody(request)) : [])
  if (request.method === 'POST') checkFormToken(context, visitor, form.get('form_token'))
  if (form.get('do') === 'log out') return again(logOut(context, visitor))
  if (form.get('do') === 'log in') {
    const session = logIn(context, visitor, form.get('username') ?? '', form.get('password') ?? '')
    return session
      ? again(session)
      : askToLogIn(403, (form.get('username') ?? '').slice(0, maxUserNameLength))
  }
  if (!visitor.account) return askToLogIn(200)
  const visit = { context, request, account: visitor.account, subject: opened.subject, ...shown }
  return request.method === 'POST' ? page.act(visit, form) : page.show(visit)
}

const sessionHours = 8

/** A browser, and its user after login. */
interface Visitor {
  /** Value of the cookie, or the value for a new cookie. */
  readonly id: string
  /** Whether the cookie still has to be set. */
  readonly isNew: boolean
  /** Account of the user who is logged in. */
  readonly account: Account | undefined
}

function findVisitor(context: ProviderContext, request: HttpRequest): Visitor {
  const id = readCookie(context, request)
  if (id === undefined) return { id: context.nonce(), isNew: true, account: undefined }
  const session = context.state.sessions.find((known) => isSameSecret(known.id, id))
  return { id, isNew: false, account: session && findAccount(context, session.accountId) }
}

/** Returns the hidden token for every form that is shown to this visitor. */
function makeFormToken(context: ProviderContext, visitor: Visitor): string {
  return createHmac('sha256', context.state.key).update(visitor.id).digest('hex')
}

/**
 * Throws `PageError` if the form was not shown to this visitor: cross-site request forgery, or a lost cookie.
 */
function checkFormToken(context: ProviderContext, visitor: Visitor, formToken: string | undefined): void {
  if (isSameSecret(makeFormToken(context, visitor), formToken ?? '')) return
  throw new PageError(
    'Invalid form',
    'It does not belong to your session. Go back, reload the page, and send it again. Cookies must be allowed.',
    403,
  )
}

/**
 * Returns the cookie of a new session, or `undefined` if name and password do not match. The session gets a
 * new id, so that an id that an attacker planted in the browser before login never becomes valid.
 */
function logIn(
  context: ProviderContext,
  visitor: Visitor,
  username: string,
  password: string,
): string | undefined {
  const person = context.users.find((user) => user.username === username)
  if (!isSameSecret(person?.password ?? '', password) || !person) return undefined
  logOut(context, visitor)
  const id = context.nonce()
  context.state.sessions.push({
    id,
    accountId: person.account.id,
    until: context.now + sessionHours * 60 * minute,
  })
  return makeCookie(context, id)
}

/** Ends the session and returns the header that removes its cookie. */
function logOut(context: ProviderContext, visitor: Visitor): string {
  context.state.sessions = context.state.sessions.filter(({ id }) => id !== visitor.id)
  return `${makeCookie(context, '')}; Max-Age=0`
}

/** Returns a `set-cookie` header for a cookie that lasts until the browser is closed. */
function makeCookie(context: ProviderContext, id: string): string {
  return `${nameCookie(context)}=${id}; Path=/; HttpOnly; SameSite=Lax${context.secure ? '; Secure' : ''}`
}

function readCookie(context: ProviderContext, request: HttpRequest): string | undefined {
  return (request.headers['cookie'] ?? '')
    .split(/;\s*/)
    .map((pair) => pair.split('='))
    .find(([name, value]) => name === nameCookie(context) && value)?.[1]
}

/**
 * The prefix `__Host-` stops other hosts of the domain from setting the cookie. Browsers allow it only over
 * HTTPS.
 */
function nameCookie(context: ProviderContext): string {
  return context.secure ? '__Host-kiva-sandbox' : 'kiva-sandbox'
}

/**
 * Returns the login page. It shows all passwords, because the users are made up. `failed` is the user name of the failed
 * login.
 */
function writeLoginPage(
  page: Forms & {
    readonly purpose: string
    readonly users: readonly User[]
    readonly failed: string | undefined
  },
): PageText {
  return {
    title: 'Log in',
    body: html`<h1>Log in</h1>
<p>${page.purpose}</p>
${page.failed !== undefined && html`<p class="alert" role="alert" id="wrong">User name and password do not match.</p>`}
${writeForm(
  page,
  html`<label for="username">User name</label>
<input id="username" name="username" value="${page.failed ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus${page.failed !== undefined && html` aria-describedby="wrong"`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${writeButton('log in', 'Log in', 'main')}`,
)}
<h2>People of the sandbox</h2>
<ul class="cards">${page.users.map(
      (person) => html`
<li><code>${person.username}</code> with <code>${person.password}</code><span>${writeName(person.account)}, ${person.about}</span></li>`,
    )}
</ul>`,
  }
}
