/** Shared by all pages: login and logout, and forms that only the visitor who sees them can submit. */
import type { HttpReply, HttpRequest } from '../../../ports/http.ts'
import { OAuthRefusal } from '../protocol/refusal.ts'
import { rawPath, rawQuery, readForm, readFormBody } from '../protocol/signed-request.ts'
import { redirectTo } from '../protocol/uncached-reply.ts'
import type { ProviderContext } from '../state/provider-context.ts'
import type { Account } from '../state/users.ts'
import { PageError } from './page-error.ts'
import { renderPage } from './render-page.ts'
import { checkFormToken, findVisitor, logIn, logOut, makeCookie, makeFormToken } from './session.ts'
import { writeErrorPage } from './views/error-view.ts'
import { writeLoginPage } from './views/login-view.ts'

/** A request for a page by a user who is logged in. */
export interface Visit<About> {
  readonly context: ProviderContext
  readonly request: HttpRequest
  readonly account: Account
  /** The subject of the page, read from its address. */
  readonly about: About
  /** Path and query of the page, to which its forms are submitted. */
  readonly address: string
  readonly formToken: string
}

/** The fields of a form, by name. */
export type Form = ReadonlyMap<string, string>

interface Page<About> {
  /** Called before login. Throws `PageError`, or returns a reply, if the address is invalid. */
  open(
    context: ProviderContext,
    request: HttpRequest,
  ): { readonly about: About; readonly purpose: string } | HttpReply
  show(visit: Visit<About>): HttpReply
  /** Called when the visitor submits a form of their own session. */
  act(visit: Visit<About>, form: Form): HttpReply
}

/** Returns a handler that serves a page after login. */
export function requireLogin<About>(page: Page<About>) {
  return (context: ProviderContext, request: HttpRequest): HttpReply => {
    try {
      return serve(page, context, request)
    } catch (error) {
      if (error instanceof PageError)
        return renderPage(error.status, writeErrorPage(error.title, error.message))
      if (error instanceof OAuthRefusal)
        return renderPage(400, writeErrorPage('Invalid request', error.message))
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

function serve<About>(page: Page<About>, context: ProviderContext, request: HttpRequest): HttpReply {
  if (!methods.includes(request.method)) {
    const page = writeErrorPage('Method not allowed', 'Open this address in a browser.')
    return renderPage(405, page, { headers: { allow: methods.join(', ') } })
  }
  const query = rawQuery(request.url)
  const address = rawPath(request.url) + (query && `?${query}`)
  if (address.length > maxAddressLength) {
    throw new PageError('This address is too long', 'Start again in the application.', 414)
  }
  const opened = page.open(context, request)
  if (!('about' in opened)) return opened

  const visitor = findVisitor(context, request)
  const shown = { address, formToken: makeFormToken(context, visitor) }
  const askToLogIn = (status: number, failed?: string) =>
    renderPage(status, writeLoginPage({ ...shown, purpose: opened.purpose, users: context.users, failed }), {
      headers: visitor.isNew ? { 'set-cookie': makeCookie(context, visitor.id) } : {},
    })
  const again = (setCookie: string) => redirectTo(address, { 'set-cookie': setCookie })

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
  const visit = { context, request, account: visitor.account, about: opened.about, ...shown }
  return request.method === 'POST' ? page.act(visit, form) : page.show(visit)
}
