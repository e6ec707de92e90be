import type { Secrets } from '../core/settings.ts'

/**
 * Returns an address that is safe to print. The words of a path are the service's and stay. Ids and the query
 * come from the user and may contain a secret, so they are masked.
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
