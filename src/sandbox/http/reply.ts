/** Turns texts, documents and refusals into replies. */
import type { WireFormat } from '../../api/endpoint.ts'
import { jsonText } from '../../api/wire/json.ts'
import { mediaTypes } from '../../api/wire/request.ts'
import type { HttpReply } from '../../core/http.ts'
import type { Json } from '../../core/json.ts'
import type { Document } from '../html/write-html.ts'
import type { Site } from '../site.ts'
import type { Refusal } from './refusal.ts'

export type Headers = HttpReply['headers']

/** Returns a document in a format. `url` is the document's own address. */
export async function replyWithDocument(
  document: Document,
  format: WireFormat,
  url: URL,
  site: Site,
  headers: Headers = {},
  status = 200,
): Promise<HttpReply> {
  const written: Written = await writers[format](document, url, site)
  return replyWithText(status, mediaTypes[format], written.text, { ...written.headers, ...headers })
}

/** Returns an error reply in the requested format. */
export function replyWithRefusal(
  { status, code, message, headers }: Refusal,
  format: WireFormat,
  url: URL,
  site: Site,
  limits: Headers = {},
): Promise<HttpReply> {
  // RSS cannot express an error. XML is the closest format.
  const written = format === 'rss' ? 'xml' : format
  const document = { title: message, tree: { code, message } }
  return replyWithDocument(document, written, url, site, { ...limits, ...headers }, status)
}

interface Written {
  readonly text: string
  /** Headers that the format needs besides its content type. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The code of the other formats is loaded with the first document in them. */
const writers = {
  json: ({ tree }) => ({ text: toJson(tree) }),
  xml: async ({ tree }) => ({ text: (await import('../write-xml.ts')).toXml(tree) }),
  rss: async ({ title, tree }, url) => ({
    text: (await import('../write-xml.ts')).toRss(title, url.origin + url.pathname, tree),
  }),
  html: async (document, url, site) => (await import('../html/write-html.ts')).writeHtml(document, url, site),
} as const satisfies Record<
  WireFormat,
  (document: Document, url: URL, site: Site) => Written | Promise<Written>
>

/** Encodes JSON like the live service: compact, ASCII only, with slashes escaped as PHP does. */
function toJson(value: Json): string {
  return jsonText(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
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
