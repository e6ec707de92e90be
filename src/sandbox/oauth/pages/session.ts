/**
 * Identifies the user of a browser. After login, a cookie names a session that the provider created. Before
 * login, the cookie holds a random text that only binds the login form to this browser. Form tokens are
 * derived from the cookie, so viewing a page stores nothing.
 */
import { createHmac } from 'node:crypto'
import type { HttpRequest } from '../../../ports/http.ts'
import { isSameSecret } from '../protocol/verify.ts'
import { findAccount, type ProviderContext } from '../state/provider-context.ts'
import { minute } from '../state/provider-state.ts'
import type { Account } from '../state/users.ts'
import { PageError } from './page-error.ts'

const sessionHours = 8

export interface Visitor {
  /** Value of the cookie, or the value for a new cookie. */
  readonly id: string
  /** Whether the cookie still has to be set. */
  readonly isNew: boolean
  /** Account of the user who is logged in. */
  readonly account: Account | undefined
}

export function findVisitor(context: ProviderContext, request: HttpRequest): Visitor {
  const id = readCookie(context, request)
  if (id === undefined) return { id: context.nonce(), isNew: true, account: undefined }
  const session = context.state.sessions.find((one) => isSameSecret(one.id, id))
  return { id, isNew: false, account: session && findAccount(context, session.accountId) }
}

/** Returns the hidden token for every form that is shown to this visitor. */
export function makeFormToken(context: ProviderContext, visitor: Visitor): string {
  return createHmac('sha256', context.state.key).update(visitor.id).digest('hex')
}

/**
 * Throws `PageError` if the form was not shown to this visitor: cross-site request forgery, or a lost cookie.
 */
export function checkFormToken(
  context: ProviderContext,
  visitor: Visitor,
  formToken: string | undefined,
): void {
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
export function logIn(
  context: ProviderContext,
  visitor: Visitor,
  username: string,
  password: string,
): string | undefined {
  const person = context.users.find((one) => one.username === username)
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
export function logOut(context: ProviderContext, visitor: Visitor): string {
  context.state.sessions = context.state.sessions.filter(({ id }) => id !== visitor.id)
  return `${makeCookie(context, '')}; Max-Age=0`
}

/** Returns a `set-cookie` header for a cookie that lasts until the browser is closed. */
export function makeCookie(context: ProviderContext, id: string): string {
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
