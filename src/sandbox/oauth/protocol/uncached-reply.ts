/** Replies to programs. Nothing of them may be kept by a cache: tokens and names are in them. */
import type { HttpReply, Json } from '../../../context.ts'

type Headers = Readonly<Record<string, string>>

export function reply(status: number, type: string, text: string, headers: Headers = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': `${type}; charset=utf-8`, ...guard, ...headers },
    body: new TextEncoder().encode(text),
  }
}

export function jsonReply(status: number, value: Json, headers?: Headers): HttpReply {
  return reply(status, 'application/json', JSON.stringify(value), headers)
}

export function formReply(status: number, text: string, headers?: Headers): HttpReply {
  return reply(status, 'application/x-www-form-urlencoded', text, headers)
}

/** 303: whatever the method was, the next request is a GET (service.md "Flows"). */
export function redirectReply(location: string, headers: Headers = {}): HttpReply {
  return { status: 303, headers: { location, ...guard, ...headers }, body: new Uint8Array() }
}

const guard = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
