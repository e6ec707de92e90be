/** Checks of origins: where a token is valid, and where a secret may be sent. Pure. */

import { liveOrigins, nameOf } from '../api/origins.ts'
import { KivaError } from '../core/errors.ts'
import { isLoopbackLiteral, type Origin } from '../core/origin.ts'

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
