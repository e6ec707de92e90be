/** Writes a document in each format of the service. */
import type { WireFormat } from '../api/endpoint.ts'
import { jsonText } from '../api/wire/json.ts'
import type { Json } from '../core/json.ts'
import type { Document } from './document.ts'

interface Written {
  readonly text: string
  /** Headers that the format needs besides its content type. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the text and the headers of a document. `url` is the document's own address. */
export async function writeDocument(document: Document, format: WireFormat, url: URL): Promise<Written> {
  return writers[format](document, url)
}

/** The code of the other formats is loaded with the first document in them. */
const writers = {
  json: ({ tree }) => ({ text: toJson(tree) }),
  xml: async ({ tree }) => ({ text: (await import('./write-xml.ts')).toXml(tree) }),
  rss: async ({ title, tree }, url) => ({
    text: (await import('./write-xml.ts')).toRss(title, url.origin + url.pathname, tree),
  }),
  html: async (document, url) => (await import('./html/write-html.ts')).writeHtml(document, url),
} as const satisfies Record<WireFormat, (document: Document, url: URL) => Written | Promise<Written>>

/** Encodes JSON like the live service: compact, ASCII only, with slashes escaped as PHP does. */
function toJson(value: Json): string {
  return jsonText(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
