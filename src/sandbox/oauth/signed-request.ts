/**
 * Reads the parameters of a signed request, from every place where a client may put them (RFC 5849 §3.4.1.3.1, §3.5),
 * and verifies its signature (§3.4), with node:crypto only. The client's code is not shared: with a common encoder or
 * sort rule, both sides could be wrong in the same way.
 */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { HttpRequest } from '../../core/http.ts'
import { quote } from '../http/refusal.ts'
import { maxQuoted, OAuthRefusal } from './refusal.ts'

/** A decoded name and value. */
export type Parameter = readonly [name: string, value: string]

/** A request with its parameters decoded. */
export interface SignedRequest {
  readonly request: HttpRequest
  /** All signed parameters, including repeated names. */
  readonly parameters: readonly Parameter[]
  /** The `oauth_…` parameters. Each occurs at most once. */
  readonly oauth: ReadonlyMap<string, string>
}

/**
 * Returns the parameters of header, query and form body: the live service reads all three places, and clients
 * use each of them. Throws `OAuthRefusal` `parameter_rejected`.
 */
export function readSignedRequest(request: HttpRequest): SignedRequest {
  const parameters = [
    ...readAuthorizationHeader(request.headers['authorization'] ?? ''),
    ...readForm(rawQuery(request.url)),
    ...readForm(readFormBody(request)),
  ]
  const oauth = new Map<string, string>()
  for (const [name, value] of parameters.filter(([name]) => name.startsWith('oauth_'))) {
    if (oauth.has(name))
      throw reject(`${quote(name, maxQuoted)} is there more than once; send each OAuth parameter once`)
    oauth.set(name, value)
  }
  return { request, parameters, oauth }
}

/** Returns the path of an absolute URL, as sent. */
export function rawPath(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] || '/'
}

/** Returns the query of a URL, as sent, without its `?`. */
export function rawQuery(url: string): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? ''
}

/** Decodes `application/x-www-form-urlencoded` text. Throws `OAuthRefusal` for malformed text. */
export function readForm(text: string): readonly Parameter[] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
      return [percentDecode(name.replaceAll('+', ' ')), percentDecode(value.replaceAll('+', ' '))] as const
    })
}

/**
 * Returns the body if it is a form. Throws `OAuthRefusal` for other types, because the signature would not
 * cover them.
 */
export function readFormBody(request: HttpRequest): string {
  if (!request.body) return ''
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return request.body
  throw reject('a body must be application/x-www-form-urlencoded')
}

/** Parses `OAuth name="value", …` (§3.5.1). `realm` is a quoted string and not a parameter. */
function readAuthorizationHeader(header: string): readonly Parameter[] {
  const [, list] = /^\s*OAuth(?:\s+(.*))?$/i.exec(header) ?? []
  if (list === undefined) return []
  const item = /\s*([^\s=,"]+)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)/y
  const pairs: Parameter[] = []
  while (item.lastIndex < list.trimEnd().length) {
    const [, name, value] = item.exec(list) ?? []
    if (name === undefined || value === undefined) throw reject('the Authorization header is malformed')
    if (name.toLowerCase() !== 'realm') pairs.push([percentDecode(name), percentDecode(value)])
  }
  return pairs
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw reject('a parameter is not percent-encoded UTF-8')
  }
}

const reject = (message: string) => new OAuthRefusal('parameter_rejected', message)

/** The parts of a request that a client signs. */
interface Signable {
  readonly method: string
  /** Absolute URL, as sent. Its query is ignored: `parameters` contains it, decoded. */
  readonly url: string
  /**
   * Decoded parameters of the query, the Authorization header without `realm`, and a form body (§3.4.1.3.1).
   */
  readonly parameters: readonly Parameter[]
}

/** Returns the signature base string (§3.4.1.1), without `oauth_signature`. */
export function buildBaseString({ method, url, parameters }: Signable): string {
  return [method.toUpperCase(), normalizeUrl(url), normalizeParameters(parameters)]
    .map(percentEncode)
    .join('&')
}

/** Returns the HMAC-SHA1 signature in Base64 (§3.4.2). */
export function computeSignature(signed: Signable, clientSecret: string, tokenSecret: string): string {
  const key = `${percentEncode(clientSecret)}&${percentEncode(tokenSecret)}`
  return createHmac('sha1', key).update(buildBaseString(signed)).digest('base64')
}

/**
 * Whether `signature` is the correct one. The time of the comparison does not depend on how many characters
 * match.
 */
export function verifySignature(
  signature: string,
  signed: Signable,
  clientSecret: string,
  tokenSecret: string,
): boolean {
  return isSameSecret(signature, computeSignature(signed, clientSecret, tokenSecret))
}

/**
 * Whether two texts are equal. The time of the comparison reveals neither where they differ nor the length of
 * the secret.
 */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash(a), hash(b))
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns the URL with scheme and host in lower case, without default port and query, and with the path as
 * sent (§3.4.1.2).
 */
function normalizeUrl(url: string): string {
  const [, scheme = '', authority = '', path = ''] = /^([a-z]+):\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? []
  const defaultPort = { http: /:(80)?$/, https: /:(443)?$/ }[scheme.toLowerCase()] ?? /:$/
  return `${scheme}://${authority.replace(defaultPort, '')}`.toLowerCase() + (path || '/')
}

/** Returns the parameters encoded, sorted by name and then by value, and joined (§3.4.1.3.2). */
function normalizeParameters(parameters: readonly Parameter[]): string {
  return parameters
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join('='))
    .join('&')
}

/** Encoded text is ASCII, so the order of code units equals the byte order that the RFC requires. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Encodes byte by byte: unreserved characters stay, and all others become `%XX` (§3.6). */
function percentEncode(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const sign = String.fromCharCode(byte)
    return /[A-Za-z0-9\-._~]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
