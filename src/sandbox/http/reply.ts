/** Turns documents and refusals into replies. */
import type { WireFormat } from '../../api/endpoint.ts'
import type { HttpReply } from '../../ports/http.ts'
import type { Document } from '../document.ts'
import { writeDocument } from '../write-document.ts'
import type { Refusal } from './refusal.ts'

export type Headers = Readonly<Record<string, string>>

/** Returns a document with status 200. `url` is the document's own address. */
export function replyWithDocument(
  document: Document,
  format: WireFormat,
  url: URL,
  headers: Headers,
): Promise<HttpReply> {
  return writeReply(200, document, format, url, headers)
}

/** Returns an error reply in the requested format. */
export function replyWithRefusal(
  refusal: Refusal,
  format: WireFormat,
  url: URL,
  headers: Headers,
): Promise<HttpReply> {
  const { status, code, message } = refusal
  // RSS cannot express an error. XML is the closest format.
  const written = format === 'rss' ? 'xml' : format
  const document = { title: message, tree: { code, message } }
  return writeReply(status, document, written, url, { ...headers, ...refusal.headers })
}

async function writeReply(
  status: number,
  document: Document,
  format: WireFormat,
  url: URL,
  headers: Headers,
): Promise<HttpReply> {
  const written = await writeDocument(document, format, url)
  return {
    status,
    headers: { ...written.headers, ...headers },
    body: new TextEncoder().encode(written.text),
  }
}
