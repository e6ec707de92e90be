/** A document of the service before it is written: the same tree for every format. */
import type { RecordName, WireFormat } from '../../api/endpoint.ts'
import { singleRecords, wrapperKey } from '../../api/gaps.ts'
import type { Paging } from '../../api/reply.ts'
import type { Json, JsonObject } from '../../context.ts'
import { toHtml } from './html.ts'
import { toJson } from './json.ts'
import { toRss } from './rss.ts'
import { toXml } from './xml.ts'

export interface Document {
  /** For people: what this is. */
  readonly title: string
  readonly tree: JsonObject
}

/** Records in their wrapper: a list, with `paging` where there are pages; or one object. */
export function wrapRecords(returns: RecordName, records: readonly Json[], paging?: Paging): JsonObject {
  const content = singleRecords.has(returns) ? (records[0] ?? {}) : records
  return { ...(paging && { paging: { ...paging } }), [wrapperKey[returns]]: content }
}

const writers = {
  json: { type: 'application/json; charset=utf-8', write: ({ tree }) => toJson(tree) },
  xml: { type: 'application/xml; charset=utf-8', write: ({ tree }) => toXml(tree) },
  html: { type: 'text/html; charset=utf-8', write: ({ title, tree }) => toHtml(title, tree) },
  rss: {
    type: 'application/rss+xml; charset=utf-8',
    write: ({ title, tree }, url) => toRss(title, url, tree),
  },
} as const satisfies Record<
  WireFormat,
  { readonly type: string; readonly write: (document: Document, url: string) => string }
>

/** The media type and the text of a document. `url` is its own address. */
export function write(document: Document, format: WireFormat, url: string) {
  const { type, write } = writers[format]
  return { type, text: write(document, url) }
}
