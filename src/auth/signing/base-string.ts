/** The two halves of a signature base string that come from the request (RFC 5849 §3.4.1.2, §3.4.1.3.1). Pure. */
import type { Pair } from '../../api/wire/encode.ts'
import type { HttpRequest } from '../../ports/http.ts'

/** Scheme and host in lower case, no default port, the path as it is sent; no query, no fragment. */
export function baseUri(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** The decoded parameters of the query and of a form body, repeated names kept, in order. `+` is a space. */
export function parametersOf(request: Pick<HttpRequest, 'url' | 'headers' | 'body'>): readonly Pair[] {
  const form = isForm(request) ? (request.body ?? '') : ''
  // The `&` keeps a first `?` of the body: URLSearchParams drops one at the very beginning.
  return [...new URL(request.url).searchParams, ...new URLSearchParams(`&${form}`)]
}

function isForm({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')
}
