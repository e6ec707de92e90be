/**
 * Signs with OAuth 1.0a and HMAC-SHA1 (RFC 5849 §3),
 * using the `oauth-1.0a` package and working around its pitfalls. Pure.
 */
import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { encode, type Pair } from '../api/wire/request.ts'
import type { HttpRequest } from '../core/http.ts'

/** The signing parties. Without a token only the application signs, as for a request token. */
export interface Signer {
  readonly clientId: string
  /** Empty for an application that cannot keep a secret. */
  readonly clientSecret: string
  readonly token?: string | undefined
  readonly tokenSecret?: string | undefined
}

/** Values that differ in every attempt. `timestamp` is in seconds since the epoch, by the service's clock. */
interface When {
  readonly nonce: string
  readonly timestamp: number
}

/** Additional protocol parameters of one call: `oauth_callback`, `oauth_verifier`. */
export type Extra = Readonly<Record<`oauth_${string}`, string>>

/**
 * Returns the request with its `authorization` header. The URL is reserialized first, so that the sent URL is
 * the signed one. A form body is signed too. All `oauth_` parameters are in the header (RFC 5849 §3.5).
 */
export function signRequest(
  request: HttpRequest,
  signer: Signer,
  when: When,
  extra: Extra = {},
): HttpRequest {
  const url = new URL(request.url)
  url.hash = ''
  const sent = { ...request, url: url.href }
  const protocol = protocolPairs(signer, when, extra)
  const header = authorization(sent, protocol, signer)
  return { ...sent, headers: { ...request.headers, authorization: header } }
}

/**
 * Returns the text that {@link signRequest} signs, for `--debug`.
 * Mask it, because it contains the token (RFC 5849 §3.4.1).
 */
export function signatureBase(request: HttpRequest, signer: Signer, when: When, extra: Extra = {}): string {
  const protocol = protocolPairs(signer, when, extra)
  return library(protocol, request, signer).getBaseString({ ...request }, dataOf(protocol))
}

/** Returns the `Authorization` value for a complete set of protocol parameters. */
export function authorization(
  request: HttpRequest,
  protocol: readonly Pair[],
  secrets: Pick<Signer, 'clientSecret' | 'tokenSecret'>,
): string {
  const oauth = library(protocol, request, secrets)
  const data = dataOf(protocol)
  const oauth_signature = oauth.getSignature({ ...request }, secrets.tokenSecret, data)
  return oauth.toHeader({ ...data, oauth_signature }).Authorization
}

function protocolPairs(signer: Signer, when: When, extra: Extra): readonly Pair[] {
  return [
    ['oauth_consumer_key', signer.clientId],
    ['oauth_nonce', when.nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(when.timestamp)],
    ...(signer.token === undefined ? [] : [['oauth_token', signer.token] as const]),
    ['oauth_version', '1.0'],
    ...Object.entries(extra),
  ]
}

/**
 * Replaces the package's own encoding, which keeps `+` as a plus, encodes encoded names twice, cuts at a raw
 * `=`, loses `__proto__`, throws on a lone surrogate, and does not normalize the URL. So it gets our encoder,
 * parameters and base URL. It provides the signing key, the order of the base string, and the header.
 */
function library(protocol: readonly Pair[], request: HttpRequest, secrets: Pick<Signer, 'clientSecret'>) {
  const oauth = new OAuth({
    // The key is sent as a protocol parameter; here only the secret matters.
    consumer: { key: '', secret: secrets.clientSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })
  return Object.assign(oauth, {
    percentEncode: encode,
    getBaseUrl: baseUri,
    getParameterString: () => normalised([...parametersOf(request), ...protocol]),
  })
}

/** Sorts by encoded name, then by encoded value, as bytes (RFC 5849 §3.4.1.3.2). */
function normalised(pairs: readonly Pair[]): string {
  const encoded = pairs.map(([name, value]) => [encode(name), encode(value)] as const)
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return encoded
    .sort((a, b) => order(a[0], b[0]) || order(a[1], b[1]))
    .map((pair) => pair.join('='))
    .join('&')
}

/** The package's type requires every usual name, but RFC 5849 makes `oauth_version` optional. */
function dataOf(protocol: readonly Pair[]): OAuth.Data {
  return Object.fromEntries(protocol) as unknown as OAuth.Data
}

/**
 * Returns the base URI (RFC 5849 §3.4.1.2): scheme and host in lower case, no default port, the path as sent,
 * no query and no fragment.
 */
export function baseUri(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/**
 * Returns the decoded parameters of the query and of a form body in order (RFC 5849 §3.4.1.3.1),
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
