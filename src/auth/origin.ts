/** Origins: what a token is bound to, and what a secret may travel over. Pure. */

import { liveOrigins, sandboxOrigin } from '../api/origins.ts'
import { KivaError } from '../errors.ts'
import { isLoopbackLiteral, type Origin } from '../ports/origin.ts'

/** An origin as people know it. */
export function nameOf(origin: string): string {
  return origin === sandboxOrigin ? 'the sandbox' : origin
}

/**
 * Refuses plain HTTP for whatever carries a token or gets one, this machine included: the service rejects it, and what
 * is private must never travel unencrypted. Throws `KivaError` of kind `usage`.
 */
export function requireHttps(origin: Origin): void {
  if (origin.startsWith('https:')) return
  throw new KivaError('usage', `Authorization needs HTTPS, and ${origin} is not: nothing was sent`, {
    hint: 'Give an https address with --base-url; kiva sandbox serves HTTPS unless --http is given.',
  })
}

/**
 * Refuses an authorization page that is not safe to type a password into, and the live one for tokens of another
 * service: it would be handed what is none of its business. Throws `KivaError` of kind `usage`.
 */
export function checkPage(page: Origin, api: Origin): void {
  if (!page.startsWith('https:') && !isLoopbackLiteral(new URL(page).hostname)) {
    throw new KivaError('usage', `${page} cannot be the origin of the authorization page: it is not https`, {
      hint: 'Give an https address with --auth-url.',
    })
  }
  if (page === liveOrigins.auth && api !== liveOrigins.api) {
    throw new KivaError('usage', `${page} is not the authorization page of ${nameOf(api)}`, {
      hint: 'Where --base-url is given, give its page with --auth-url too.',
    })
  }
}
