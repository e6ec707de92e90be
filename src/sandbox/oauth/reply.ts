/** Replies of the provider. No cache may store them, because they contain tokens or names. */
import type { HttpReply } from '../../core/http.ts'
import { type Headers, redirectTo, replyWithText } from '../http/reply.ts'

export const uncachedHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

export function replyUncached(status: number, type: string, text: string, headers: Headers = {}): HttpReply {
  return replyWithText(status, type, text, { ...uncachedHeaders, ...headers })
}

export function redirectUncached(location: string, headers: Headers = {}): HttpReply {
  return redirectTo(location, { ...uncachedHeaders, ...headers })
}
