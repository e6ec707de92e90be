/**
 * OAuth 1.0a signatures as the service checks them (RFC 5849 §3.4), on node:crypto alone. Nothing is shared with the
 * client side: an encoder or a sorting rule that both used would let both be wrong in the same way.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A decoded name and value. */
export type Parameter = readonly [name: string, value: string]

/** What a client signs. */
export interface Signable {
  readonly method: string
  /** Absolute, as sent. Its query is not read: `parameters` holds it, decoded. */
  readonly url: string
  /** Of the query, the Authorization header without `realm`, and a form body (§3.4.1.3.1). */
  readonly parameters: readonly Parameter[]
}

/** The signature base string (§3.4.1.1). `oauth_signature` itself is left out. */
export function buildBaseString({ method, url, parameters }: Signable): string {
  return [method.toUpperCase(), normalizeUrl(url), normalizeParameters(parameters)]
    .map(percentEncode)
    .join('&')
}

/** The HMAC-SHA1 signature in Base64 (§3.4.2). */
export function computeSignature(signed: Signable, clientSecret: string, tokenSecret: string): string {
  const key = `${percentEncode(clientSecret)}&${percentEncode(tokenSecret)}`
  return createHmac('sha1', key).update(buildBaseString(signed)).digest('base64')
}

/** Whether `given` is the signature; takes as long for a near miss as for a far one. */
export function verifySignature(
  given: string,
  signed: Signable,
  clientSecret: string,
  tokenSecret: string,
): boolean {
  return isSameSecret(given, computeSignature(signed, clientSecret, tokenSecret))
}

/** Whether two texts are equal, in a time that tells nothing of where they differ or how long the secret one is. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash(a), hash(b))
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Scheme and host in lower case, no default port, the path as sent, no query (§3.4.1.2). */
function normalizeUrl(url: string): string {
  const [, scheme = '', authority = '', path = ''] = /^([a-z]+):\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? []
  const usualPort = { http: /:(80)?$/, https: /:(443)?$/ }[scheme.toLowerCase()] ?? /:$/
  return `${scheme}://${authority.replace(usualPort, '')}`.toLowerCase() + (path || '/')
}

/** Encoded, sorted by name and then by value, joined (§3.4.1.3.2). */
function normalizeParameters(parameters: readonly Parameter[]): string {
  return parameters
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join('='))
    .join('&')
}

/** Encoded text is ASCII, so the order of code units is the order of bytes that the RFC asks for. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Byte by byte: unreserved characters stay, all else becomes `%XX` (§3.6). */
function percentEncode(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const sign = String.fromCharCode(byte)
    return /[A-Za-z0-9\-._~]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
