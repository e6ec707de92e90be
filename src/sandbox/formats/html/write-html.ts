/**
 * Writes a document as HTML for people: records one below another, with every value as the API returns it.
 */
import { formatsOf } from '../../../api/endpoint.ts'
import { suffix } from '../../../api/gaps.ts'
import { type RecordName, recordTypes } from '../../../api/records/record-types.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../ports/json.ts'
import type { Document } from '../document.ts'
import { breakable } from './breakable.ts'
import { type Html, html } from './html.ts'
import { guardPage, writePage } from './page.ts'
import { writeRecord, writeValue } from './write-record.ts'

export function writeHtml(document: Document, url: URL) {
  const body = document.endpoint ? writeRecords(document, url) : writeRefusal(document)
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', ...guardPage({ pictures: true }) },
    text: writePage({ title: document.title, body, wide: true }),
  }
}

function writeRecords({ title, tree, endpoint }: Document, url: URL): Html {
  const returns = endpoint?.returns
  const pages = isObject(tree['paging']) ? linkPages(tree['paging'], url) : ''
  return html`<h1>${title}</h1>
<p class="quiet address"><code>${breakable(url.pathname + url.search)}</code>${endpoint && linkFormats(formatsOf(endpoint), url)}</p>
${pages}
${Object.entries(tree).map(([key, value]) => key !== 'paging' && writeContent(key, value, returns))}
${pages}`
}

function writeContent(key: string, value: Json, returns: RecordName | undefined): Html {
  const own = returns !== undefined && key === recordTypes[returns].key
  if (!own) return html`<article>${writeValue(value)}</article>`
  if (recordTypes[returns].single && isObject(value)) return writeRecord(returns, value)
  if (!isList(value) || value.length === 0) return html`<p class="note">Nothing here.</p>`
  if (!value.every(isObject)) return html`<article>${writeValue(value)}</article>`
  return html`${value.map((record) => isObject(record) && writeRecord(returns, record))}`
}

function writeRefusal({ tree }: Document): Html {
  return html`<h1>The sandbox refuses</h1>
<p class="alert" role="alert">${String(tree['message'] ?? '')}</p>
<p class="quiet"><code>${String(tree['code'] ?? '')}</code></p>
<p><a href="/">All endpoints</a></p>`
}

/** Links to the same document in the formats for programs. */
function linkFormats(formats: readonly (keyof typeof suffix)[], url: URL): Html {
  const stem = url.pathname.replace(/\.html$/, '')
  return html`${formats
    .filter((format) => format !== 'html')
    .map((format) => html` <a href="${stem}${suffix[format]}${url.search}">${format.toUpperCase()}</a>`)}`
}

function linkPages(paging: JsonObject, url: URL): Html {
  const [page, pages] = [Number(paging['page']), Number(paging['pages'])]
  const address = (to: number) => {
    const query = new URLSearchParams(url.search)
    query.set('page', String(to))
    return `${url.pathname}?${query}`
  }
  const link = (to: number, rel: 'prev' | 'next', words: string) =>
    to >= 1 && to <= pages ? html`<a rel="${rel}" href="${address(to)}">${words}</a>` : html`<span></span>`
  return html`<nav class="pages" aria-label="Pages">
${link(Math.min(page - 1, pages), 'prev', '← Before')}
<p>Page <b>${page}</b> of ${pages}<span class="quiet"> · ${String(paging['total'])} in all, ${String(paging['page_size'])} a page</span></p>
${link(page + 1, 'next', 'After →')}
</nav>`
}
