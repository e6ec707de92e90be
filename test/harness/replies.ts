/** Replies of a service, as plain values. */
import type { HttpReply, Send } from '../../src/core/http.ts'
import type { Json } from '../../src/core/json.ts'

type Headers = Readonly<Record<string, string>>

/** A reply with a JSON body. */
export function jsonReply(body: Json, status = 200, headers: Headers = {}): HttpReply {
  return textReply(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers })
}

/** A reply with a body of any text. */
export function textReply(body: string, status = 200, headers: Headers = {}): HttpReply {
  return { status, headers, body: new TextEncoder().encode(body) }
}

/** Replies to every request with an empty page. */
export const emptyPage: Send = async () =>
  jsonReply({ paging: { page: 1, total: 0, page_size: 20, pages: 0 } })
