import type { Secrets } from '../ports/secrets.ts'

/**
 * An address as it may be told. The words of a path are the service's, and stay; its ids and the query are the person's,
 * who may have put a secret there.
 */
export function maskUrl(url: string, secrets: Secrets): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?') < 0 ? url.length : url.indexOf('?')
  if (start < 0) return url
  const path = url
    .slice(start, end)
    .replace(/[^/]+/g, (segment) => (serviceWord.test(segment) ? segment : secrets.mask(segment)))
  return url.slice(0, start) + path + (end < url.length ? `?${secrets.mask(url.slice(end + 1))}` : '')
}

const serviceWord = /^(?:v1|[a-z_]+(?:\.[a-z]+)?)$/
