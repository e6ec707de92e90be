/** Replies that no cache may keep: tokens and names are in them. */
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

/** 303: whatever the method was, the next request is a GET. */
export function redirectTo(location: string, headers: Headers = {}): HttpReply {
  return { status: 303, headers: { location, ...uncachedHeaders, ...headers }, body: new Uint8Array() }
}
