/** Turns texts, documents and refusals into replies. */
import type { WireFormat } from '../../api/endpoint.ts'
import { mediaTypes } from '../../api/wire/request.ts'
import type { HttpReply } from '../../core/http.ts'
import type { Document, MirrorFacts } from '../document.ts'
import { writeDocument } from '../write-document.ts'
import type { Refusal } from './refusal.ts'

export type Headers = HttpReply['headers']

/** Returns a document with status 200. `url` is the document's own address. */
export function replyWithDocument(
  document: Document,
  format: WireFormat,
  url: URL,
  headers: Headers,
): Promise<HttpReply> {
  return replyInFormat(200, document, format, url, headers)
}

/** Returns an error reply in the requested format. */
export function replyWithRefusal(
  { status, code, message, headers }: Refusal,
  format: WireFormat,
  url: URL,
  limits: Headers = {},
  mirror?: MirrorFacts,
): Promise<HttpReply> {
  // RSS cannot express an error. XML is the closest format.
  const written = format === 'rss' ? 'xml' : format
  const document = { title: message, tree: { code, message }, mirror }
  return replyInFormat(status, document, written, url, { ...limits, ...headers })
}

async function replyInFormat(
  status: number,
  document: Document,
  format: WireFormat,
  url: URL,
  headers: Headers,
): Promise<HttpReply> {
  const written = await writeDocument(document, format, url)
  return replyWithText(status, mediaTypes[format], written.text, { ...written.headers, ...headers })
}

/** Returns a text in UTF-8. `type` is its media type. */
export function replyWithText(status: number, type: string, text: string, headers: Headers = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': `${type}; charset=utf-8`, ...headers },
    body: new TextEncoder().encode(text),
  }
}

/** Returns a redirect. After status 303, the next request is a GET, regardless of the method of this one. */
export function redirectTo(location: string, headers: Headers = {}, status = 303): HttpReply {
  return { status, headers: { location, ...headers }, body: new Uint8Array() }
}
