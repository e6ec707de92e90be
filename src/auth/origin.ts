/** Checks of origins: where a token is valid, and where a secret may be sent. Pure. */

import { liveOrigins, nameOf } from '../api/origins.ts'
import { KivaError } from '../core/errors.ts'
import { isLoopbackLiteral, type Origin, parseOrigin } from '../core/origin.ts'

/**
 * Rejects plain HTTP for requests that carry or obtain a token, even on this machine: the service rejects it,
 * and private data must be encrypted. Throws `KivaError` of kind `usage`.
 */
export function requireHttps(origin: Origin): void {
  if (origin.startsWith('https:')) return
  throw new KivaError('usage', `authorization requires HTTPS: nothing was sent to ${origin}`, {
    hint: 'Use an https URL with --base-url, and start kiva sandbox without --http.',
  })
}

/** Rejects a URL on another origin than the token's, or without HTTPS. Throws `KivaError`. */
export function checkTarget(url: string, credentials: { readonly apiOrigin: Origin }): void {
  const origin = parseOrigin(url)
  if (origin !== credentials.apiOrigin) {
    const to = origin ?? 'an invalid URL'
    throw new KivaError('auth', `cannot send the token for ${nameOf(credentials.apiOrigin)} to ${to}`, {
      hint: 'A token is valid only for the scheme, host and port that issued it.',
    })
  }
  requireHttps(origin)
}

/**
 * Rejects an authorization page that is unsafe for typing a password. Also rejects the live page for another
 * service's tokens, because that page would receive the other service's data. Throws `KivaError` of kind
 * `usage`.
 */
export function checkPage(page: Origin, api: Origin): void {
  if (!page.startsWith('https:') && !isLoopbackLiteral(new URL(page).hostname)) {
    throw new KivaError('usage', `invalid authorization page ${page}: it is not https`, {
      hint: 'Use an https URL with --auth-url.',
    })
  }
  if (page === liveOrigins.auth && api !== liveOrigins.api) {
    throw new KivaError('usage', `${page} is not the authorization page of ${nameOf(api)}`, {
      hint: 'Use --auth-url together with --base-url.',
    })
  }
}

/**
 * Returns the address in a form that is safe to pass to another program: parsed, checked and serialized again.
 * Throws `KivaError` of kind `bug` unless it belongs to the origin of the authorization page.
 */
export function pageAddress(address: string, page: Origin): string {
  const url = new URL(address)
  if (url.origin !== page || url.username || url.password) {
    throw new KivaError('bug', `not a URL of the authorization page: ${url.origin}`)
  }
  return url.href
}
