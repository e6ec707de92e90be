/** Builds requests as values from an endpoint and its values, down to the exact request line. Pure. */
import { KivaError } from '../../core/errors.ts'
import { oneLine } from '../../core/foreign-text.ts'
import type { HttpRequest } from '../../core/http.ts'
import { version } from '../../core/version.ts'
import { type Endpoint, paramsOf, pathNames, type Value, type Values, type WireFormat } from '../endpoint.ts'
import { listSeparator, suffix } from '../gaps.ts'

interface RequestOptions {
  /** Origin of the API, without a trailing slash. */
  readonly baseUrl: string
  readonly format: WireFormat
  readonly appId?: string | undefined
  /** Sent unchanged after the known parameters: `--param key=value`. */
  readonly extra?: readonly Pair[]
}

/** The start of every data path (docs/service.md, Versioning). */
export const apiPrefix = '/v1'

/** The media types of the formats. */
export const mediaTypes = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  rss: 'application/rss+xml',
} as const satisfies Record<WireFormat, string>

/**
 * The live service's firewall answers 403 to a request without a user agent of its own
 * (docs/service.md, Availability).
 */
export const userAgent = `kiva-cli/${version}`

/**
 * Builds the GET request of an endpoint.
 * Throws `KivaError` of kind `usage` for an id that is invalid in a path.
 */
export function buildRequest(
  endpoint: Pick<Endpoint, 'path' | 'params' | 'paged'>,
  values: Values,
  options: RequestOptions,
): HttpRequest {
  const query = encodePairs(queryPairs(endpoint, values, options))
  const path = apiPrefix + fillPath(endpoint, values) + suffix[options.format]
  return {
    method: 'GET',
    url: `${options.baseUrl}${path}${query && `?${query}`}`,
    headers: {
      'user-agent': userAgent,
      accept: `${mediaTypes[options.format]}, */*;q=0.1`,
    },
  }
}

function queryPairs(
  endpoint: Pick<Endpoint, 'path' | 'params' | 'paged'>,
  values: Values,
  options: RequestOptions,
): readonly Pair[] {
  const inPath = pathNames(endpoint)
  const known = Object.keys(paramsOf(endpoint))
    .filter((name) => !inPath.includes(name))
    .flatMap((name): Pair[] => {
      const value = values[name]
      return value === undefined ? [] : [[name, each(value).join(listSeparator)]]
    })
  const { appId, extra = [] } = options
  const isGiven = appId === undefined || extra.some(([name]) => name === 'app_id')
  return [...known, ...(isGiven ? [] : [['app_id', appId] as const]), ...extra]
}

function fillPath(endpoint: Pick<Endpoint, 'path'>, values: Values): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new KivaError('bug', `no value for :${name} of ${endpoint.path}`)
    const ids = each(value)
    if (ids.length === 0) throw new KivaError('usage', `missing value for ${name}`)
    return ids.map((part) => encode(checkSegment(name, String(part)))).join(listSeparator)
  })
}

const each = (value: Value) => (Array.isArray(value) ? value : [value]) as readonly (string | number)[]

/** Rejects an id that could lead to another path, even on a server that decodes before routing. */
export function checkSegment(name: string, text: string): string {
  if (/[/\\\0-\x1f\x7f-\x9f]/.test(text) || /^\.*$/.test(text)) {
    throw new KivaError('usage', `invalid id "${oneLine(text)}" for ${name}`, {
      hint: 'An id has no slash, backslash or control character, and is not made of dots alone.',
    })
  }
  return text
}

/**
 * The only encoder. Sent and signed text both use it, so their bytes are the same.
 *
 * Percent-encodes everything but RFC 3986 unreserved characters, as UTF-8 with upper-case hexadecimal (RFC 5849
 * §3.6). A lone surrogate, which UTF-8 cannot represent, becomes U+FFFD.
 */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export type Pair = readonly [name: string, value: string]

/** Encodes pairs as a query or a form body. Keeps order and repeated names; a space is `%20`, never `+`. */
export function encodePairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}
