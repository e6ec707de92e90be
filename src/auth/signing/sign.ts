/** Signing by OAuth 1.0a with HMAC-SHA1 (RFC 5849 §3), through the `oauth-1.0a` package with its traps closed. Pure. */
import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { encode, type Pair } from '../../api/wire/encode.ts'
import type { HttpRequest } from '../../ports/http.ts'
import { baseUri, parametersOf } from './base-string.ts'

/** Who signs. Without a token only the application does, as for a request token. */
export interface Signer {
  readonly clientId: string
  /** Empty for an application that can't keep one. */
  readonly clientSecret: string
  readonly token?: string | undefined
  readonly tokenSecret?: string | undefined
}

/** What must differ in every attempt. `timestamp` in seconds since the epoch, as the service's clock has it. */
export interface When {
  readonly nonce: string
  readonly timestamp: number
}

/** Protocol parameters of one call besides the usual: `oauth_callback`, `oauth_verifier`. */
export type Extra = Readonly<Record<`oauth_${string}`, string>>

/**
 * The request with its `authorization` header. The address is re-serialised first, so that what is sent is what was
 * signed; the body is signed where it is a form. All `oauth_` parameters stand in the header (RFC 5849 §3.5).
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

/** What {@link signRequest} signs, for `--debug`: it holds the token, so mask it (RFC 5849 §3.4.1). */
export function signatureBase(request: HttpRequest, signer: Signer, when: When, extra: Extra = {}): string {
  const protocol = protocolPairs(signer, when, extra)
  return library(protocol, request, signer).getBaseString({ ...request }, dataOf(protocol))
}

/** The `Authorization` value for protocol parameters that are given whole. */
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
 * The package decodes and encodes by its own rules: `+` stays a plus, encoded names are encoded twice, a raw `=` is
 * cut, `__proto__` is lost, a lone surrogate throws, and the address is not normalised. So it gets our encoder, our
 * parameters and our base address; it keeps the signing key, the order of the base string, and the header.
 */
function library(protocol: readonly Pair[], request: HttpRequest, secrets: Pick<Signer, 'clientSecret'>) {
  const oauth = new OAuth({
    // The key goes out as a protocol parameter; here only the secret counts.
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

/** Sorted by encoded name, then by encoded value, as bytes (RFC 5849 §3.4.1.3.2). */
function normalised(pairs: readonly Pair[]): string {
  const encoded = pairs.map(([name, value]) => [encode(name), encode(value)] as const)
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return encoded
    .sort((a, b) => order(a[0], b[0]) || order(a[1], b[1]))
    .map((pair) => pair.join('='))
    .join('&')
}

/** The package's type asks for every usual name; RFC 5849 makes `oauth_version` optional. */
function dataOf(protocol: readonly Pair[]): OAuth.Data {
  return Object.fromEntries(protocol) as unknown as OAuth.Data
}
