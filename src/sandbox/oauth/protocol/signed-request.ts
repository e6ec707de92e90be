/**
 * Reads the parameters of a request from every place where a client may put them (RFC 5849 §3.4.1.3.1, §3.5).
 */
import type { HttpRequest } from '../../../ports/http.ts'
import { OAuthRefusal, quote } from './refusal.ts'
import type { Parameter } from './verify.ts'

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
      throw reject(`${quote(name)} is there more than once; send each OAuth parameter once`)
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
