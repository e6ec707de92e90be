/** What all pages have in common: a visitor who logs in and out, and forms that only this visitor can send. */
import type { HttpReply, HttpRequest } from '../../../context.ts'
import { Refusal } from '../protocol/refusal.ts'
import { formBodyOf, formPairs, pathOf, queryOf } from '../protocol/signed-request.ts'
import { redirectReply } from '../protocol/uncached-reply.ts'
import type { Desk } from '../state/provider-context.ts'
import type { Account } from '../state/users.ts'
import { FaultyPage } from './page-error.ts'
import { pageReply } from './render-page.ts'
import { checkFormToken, cookie, formToken, logIn, logOut, visitorOf } from './session.ts'
import { errorPage, loginPage } from './views.ts'

/** One look at a page by someone who is logged in. */
export interface Visit<About> {
  readonly desk: Desk
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
  /** Before login. Throws `FaultyPage`, or replies, when the address is no good. */
  open(desk: Desk, request: HttpRequest): { readonly about: About; readonly purpose: string } | HttpReply
  show(visit: Visit<About>): HttpReply
  /** A form was sent, and is the visitor's own. */
  act(visit: Visit<About>, form: Form): HttpReply
}

/** Serves a page, with login in front of it. */
export function browserPage<About>(page: Page<About>) {
  return (desk: Desk, request: HttpRequest): HttpReply => {
    try {
      return serve(page, desk, request)
    } catch (error) {
      if (error instanceof FaultyPage) return pageReply(error.status, errorPage(error.title, error.message))
      if (error instanceof Refusal)
        return pageReply(400, errorPage('This request cannot be read', error.message))
      throw error
    }
  }
}

const methods = ['GET', 'HEAD', 'POST']

function serve<About>(page: Page<About>, desk: Desk, request: HttpRequest): HttpReply {
  if (!methods.includes(request.method)) {
    const page = errorPage('This page can only be looked at', 'Open its address in a browser.')
    return pageReply(405, page, { headers: { allow: methods.join(', ') } })
  }
  const opened = page.open(desk, request)
  if (!('about' in opened)) return opened

  const visitor = visitorOf(desk, request)
  const query = queryOf(request.url)
  const address = pathOf(request.url) + (query && `?${query}`)
  const shown = { address, formToken: formToken(desk, visitor) }
  const askToLogIn = (status: number, failed?: string) =>
    pageReply(status, loginPage({ ...shown, purpose: opened.purpose, people: desk.people, failed }), {
      headers: visitor.isNew ? { 'set-cookie': cookie(desk, visitor.id) } : {},
    })
  const again = (setCookie: string) => redirectReply(address, { 'set-cookie': setCookie })

  const form: Form = new Map(request.method === 'POST' ? formPairs(formBodyOf(request)) : [])
  if (request.method === 'POST') checkFormToken(desk, visitor, form.get('form_token'))
  if (form.get('do') === 'log out') return again(logOut(desk, visitor))
  if (form.get('do') === 'log in') {
    const session = logIn(desk, visitor, form.get('username') ?? '', form.get('password') ?? '')
    return session ? again(session) : askToLogIn(403, form.get('username') ?? '')
  }
  if (!visitor.account) return askToLogIn(200)
  const visit = { desk, request, account: visitor.account, about: opened.about, ...shown }
  return request.method === 'POST' ? page.act(visit, form) : page.show(visit)
}
