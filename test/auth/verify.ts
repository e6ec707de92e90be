/**
 * A verifier of OAuth 1.0a signatures, written from RFC 5849 alone with node:crypto, as an oracle for the signer.
 * It shares no code with src and uses no package.
 */
import { createHmac } from 'node:crypto'
import type { HttpRequest } from '../../src/core/http.ts'

export interface Secrets {
  readonly clientSecret: string
  readonly tokenSecret: string
}

/** §3.5.1: the parameters of the header without `realm`. */
export function headerParameters(header: string): Map<string, string> {
  if (!/^OAuth /i.test(header)) throw new Error('not an OAuth header')
  const parts = header
    .slice(6)
    .split(',')
    .map((part) => /^\s*([^=\s]+)="([^"]*)"\s*$/.exec(part))
  const found = new Map<string, string>()
  for (const part of parts) {
    if (!part) throw new Error(`malformed header: ${header}`)
    const name = unescapeBytes(part[1] ?? '', false)
    if (found.has(name)) throw new Error(`${name} stands twice`)
    if (name !== 'realm') found.set(name, unescapeBytes(part[2] ?? '', false))
  }
  return found
}

/** Whether the request has the signature for these secrets. */
export function isSignedBy(request: HttpRequest, secrets: Secrets): boolean {
  const header = headerParameters(request.headers['authorization'] ?? '')
  return header.get('oauth_signature') === expectedSignature(request, header, secrets)
}

export function expectedSignature(
  request: HttpRequest,
  header: Map<string, string>,
  secrets: Secrets,
): string {
  const key = `${escapeBytes(secrets.clientSecret)}&${escapeBytes(secrets.tokenSecret)}`
  return createHmac('sha1', key).update(baseString(request, header)).digest('base64')
}

/** §3.4.1, on the text of the URL. */
export function baseString(request: HttpRequest, header: Map<string, string>): string {
  const match = /^(https?):\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(request.url)
  if (!match) throw new Error(`not an address: ${request.url}`)
  const [, scheme = '', authority = '', path = '', query = ''] = match
  const standard = scheme.toLowerCase() === 'https' ? ':443' : ':80'
  const host = authority.toLowerCase()
  const base = `${scheme.toLowerCase()}://${host.endsWith(standard) ? host.slice(0, -standard.length) : host}${path || '/'}`
  const form = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  const pairs = [
    ...formPairs(query),
    ...(form ? formPairs(request.body ?? '') : []),
    ...[...header].filter(([name]) => name !== 'oauth_signature'),
  ].map(([name, value]) => [Buffer.from(escapeBytes(name)), Buffer.from(escapeBytes(value))] as const)
  pairs.sort((a, b) => Buffer.compare(a[0], b[0]) || Buffer.compare(a[1], b[1]))
  const parameters = pairs.map(([name, value]) => `${name}=${value}`).join('&')
  return `${request.method.toUpperCase()}&${escapeBytes(base)}&${escapeBytes(parameters)}`
}

function formPairs(text: string): (readonly [string, string])[] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
      return [unescapeBytes(name, true), unescapeBytes(value, true)] as const
    })
}

/** §3.6, octet by octet. */
export function escapeBytes(text: string): string {
  let out = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const sign = String.fromCharCode(byte)
    out += /[A-Za-z0-9\-._~]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return out
}

function unescapeBytes(text: string, plusIsSpace: boolean): string {
  const bytes: number[] = []
  const source = Buffer.from(text, 'utf8')
  for (let at = 0; at < source.length; at++) {
    const hex = source.subarray(at + 1, at + 3).toString('latin1')
    if (source[at] === 0x25 && /^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      at += 2
    } else {
      bytes.push(plusIsSpace && source[at] === 0x2b ? 0x20 : (source[at] ?? 0))
    }
  }
  return Buffer.from(bytes).toString('utf8')
}
