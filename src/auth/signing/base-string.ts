/**
 * The two parts of a signature base string that come from the request (RFC 5849 §3.4.1.2, §3.4.1.3.1). Pure.
 */
import type { Pair } from '../../api/wire/encode.ts'
import type { HttpRequest } from '../../ports/http.ts'

/**
 * Returns the base URI: scheme and host in lower case, no default port, the path as sent,
 * no query and no fragment.
 */
export function baseUri(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/**
 * Returns the decoded parameters of the query and of a form body in order,
 * with repeated names. `+` is a space.
 */
export function parametersOf(request: Pick<HttpRequest, 'url' | 'headers' | 'body'>): readonly Pair[] {
  const form = isForm(request) ? (request.body ?? '') : ''
  // The `&` protects a leading `?` in the body, which URLSearchParams would drop.
  return [...new URL(request.url).searchParams, ...new URLSearchParams(`&${form}`)]
}

function isForm({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')
}
