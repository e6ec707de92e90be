/** What all pages have in common: a visitor who logs in and out, and forms that only this visitor can send. */
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

/** One look at a page by someone who is logged in. */
export interface Visit<About> {
  readonly context: ProviderContext
  readonly request: HttpRequest
  readonly account: Account
  /** What the page is about, from its address. */
  readonly about: About
  /** Path and query: where the page's forms go. */
  readonly address: string
  readonly formToken: string
}

/** The fields of a form by name. */
export type Form = ReadonlyMap<string, string>

interface Page<About> {
  /** Before login. Throws `PageError`, or replies, when the address is no good. */
  open(
    context: ProviderContext,
    request: HttpRequest,
  ): { readonly about: About; readonly purpose: string } | HttpReply
  show(visit: Visit<About>): HttpReply
  /** A form was sent, and is the visitor's own. */
  act(visit: Visit<About>, form: Form): HttpReply
}

/** Serves a page, with login in front of it. */
export function requireLogin<About>(page: Page<About>) {
  return (context: ProviderContext, request: HttpRequest): HttpReply => {
    try {
      return serve(page, context, request)
    } catch (error) {
      if (error instanceof PageError)
        return renderPage(error.status, writeErrorPage(error.title, error.message))
      if (error instanceof OAuthRefusal)
        return renderPage(400, writeErrorPage('This request cannot be read', error.message))
      throw error
    }
  }
}

/** In characters. The forms of a page repeat its address, `state` and all; and no browser needs a longer one. */
const longestAddress = 4000

/** In characters; what the login page repeats of a name that it doesn't know. */
const longestUserName = 100

const methods = ['GET', 'HEAD', 'POST']

function serve<About>(page: Page<About>, context: ProviderContext, request: HttpRequest): HttpReply {
  if (!methods.includes(request.method)) {
    const page = writeErrorPage('This page can only be looked at', 'Open its address in a browser.')
    return renderPage(405, page, { headers: { allow: methods.join(', ') } })
  }
  const query = rawQuery(request.url)
  const address = rawPath(request.url) + (query && `?${query}`)
  if (address.length > longestAddress) {
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
    return session ? again(session) : askToLogIn(403, (form.get('username') ?? '').slice(0, longestUserName))
  }
  if (!visitor.account) return askToLogIn(200)
  const visit = { context, request, account: visitor.account, about: opened.about, ...shown }
  return request.method === 'POST' ? page.act(visit, form) : page.show(visit)
}
