/** Replies that no cache may store, because they contain tokens or names. */
import type { HttpReply } from '../../../ports/http.ts'

type Headers = Readonly<Record<string, string>>

export const uncachedHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

export function replyWith(status: number, type: string, text: string, headers: Headers = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': `${type}; charset=utf-8`, ...uncachedHeaders, ...headers },
    body: new TextEncoder().encode(text),
  }
}

/** Returns a redirect with status 303: the next request is a GET, regardless of the method of this one. */
export function redirectTo(location: string, headers: Headers = {}): HttpReply {
  return { status: 303, headers: { location, ...uncachedHeaders, ...headers }, body: new Uint8Array() }
}
