import type { WireFormat } from '../../api/endpoint.ts'
import { mediaTypes } from '../../api/wire/request.ts'
import type { Document } from './document.ts'
import { toJson } from './json.ts'
import { toRss } from './rss.ts'
import { toXml } from './xml.ts'

interface Written {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const plain = (format: WireFormat, text: string): Written => ({
  headers: { 'content-type': `${mediaTypes[format]}; charset=utf-8` },
  text,
})

const writers = {
  json: ({ tree }) => plain('json', toJson(tree)),
  xml: ({ tree }) => plain('xml', toXml(tree)),
  rss: ({ title, tree }, url) => plain('rss', toRss(title, url.origin + url.pathname, tree)),
  // The HTML code is loaded with the first page.
  html: async (document, url) => (await import('./html/write-html.ts')).writeHtml(document, url),
} as const satisfies Record<WireFormat, (document: Document, url: URL) => Written | Promise<Written>>

/** Returns the headers and the text of a document. `url` is the document's own address. */
export async function writeDocument(document: Document, format: WireFormat, url: URL): Promise<Written> {
  return writers[format](document, url)
}
