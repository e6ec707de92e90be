/**
 * Who sits at the browser. A cookie names a session that the provider made at login; before login it holds a random
 * text that means nothing but binds the login form to this browser. Form tokens are derived from the cookie, so
 * looking at a page stores nothing.
 */
import { createHmac } from 'node:crypto'
import type { HttpRequest } from '../../../context.ts'
import { sameText } from '../protocol/same-text.ts'
import { accountOf, type Desk } from '../state/provider-context.ts'
import { minute } from '../state/provider-state.ts'
import type { Account } from '../state/users.ts'
import { FaultyPage } from './page-error.ts'

const sessionHours = 8

export interface Visitor {
  /** What the cookie holds or, without one, will hold. */
  readonly id: string
  /** The cookie has still to be set. */
  readonly isNew: boolean
  /** Of the person who logged in. */
  readonly account: Account | undefined
}

export function visitorOf(desk: Desk, request: HttpRequest): Visitor {
  const id = cookieOf(desk, request)
  if (id === undefined) return { id: desk.nonce(), isNew: true, account: undefined }
  const session = desk.state.sessions.find((one) => sameText(one.id, id))
  return { id, isNew: false, account: session && accountOf(desk, session.accountId) }
}

/** The hidden text of every form shown to this visitor. */
export function formToken(desk: Desk, visitor: Visitor): string {
  return createHmac('sha256', desk.state.key).update(visitor.id).digest('hex')
}

/** Throws `FaultyPage` for a form that was not shown to this visitor: cross-site request forgery, or a lost cookie. */
export function checkFormToken(desk: Desk, visitor: Visitor, given: string | undefined): void {
  if (sameText(formToken(desk, visitor), given ?? '')) return
  throw new FaultyPage(
    'This form cannot be accepted',
    'It does not belong to your session here. Go back, reload the page, and send it again. Cookies must be allowed.',
    403,
  )
}

/**
 * The cookie of a new session, or `undefined` when name and password don't match. The session's id is always a fresh
 * one: an id that someone planted in the browser before login never becomes a logged-in one.
 */
export function logIn(desk: Desk, visitor: Visitor, username: string, password: string): string | undefined {
  const person = desk.people.find((one) => one.username === username)
  if (!sameText(person?.password ?? '', password) || !person) return undefined
  logOut(desk, visitor)
  const id = desk.nonce()
  desk.state.sessions.push({
    id,
    accountId: person.account.id,
    until: desk.now + sessionHours * 60 * minute,
  })
  return cookie(desk, id)
}

/** Ends the session, and returns the header that removes its cookie. */
export function logOut(desk: Desk, visitor: Visitor): string {
  desk.state.sessions = desk.state.sessions.filter(({ id }) => id !== visitor.id)
  return `${cookie(desk, '')}; Max-Age=0`
}

/** A `set-cookie` header that lasts as long as the browser is open. */
export function cookie(desk: Desk, id: string): string {
  return `${cookieName(desk)}=${id}; Path=/; HttpOnly; SameSite=Lax${desk.secure ? '; Secure' : ''}`
}

function cookieOf(desk: Desk, request: HttpRequest): string | undefined {
  return (request.headers['cookie'] ?? '')
    .split(/;\s*/)
    .map((pair) => pair.split('='))
    .find(([name, value]) => name === cookieName(desk) && value)?.[1]
}

/** `__Host-` keeps other hosts of the domain from setting it; browsers allow it over HTTPS only. */
function cookieName(desk: Desk): string {
  return desk.secure ? '__Host-kiva-sandbox' : 'kiva-sandbox'
}
