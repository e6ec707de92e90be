/**
 * Writes a document as HTML for people: records one below another, with every value as the API returns it.
 */
import { type Endpoint, formatsOf } from '../../api/endpoint.ts'
import { suffix } from '../../api/gaps.ts'
import { type RecordName, recordTypes } from '../../api/records/record-types.ts'
import { jsonText } from '../../api/wire/json.ts'
import { apiPrefix, encode } from '../../api/wire/request.ts'
import { isList, isNested, isObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Site } from '../site.ts'
import { breakable, guardPage, type Html, html, writePage } from './page.ts'

/** A document of the service before it is encoded. All formats are written from the same tree. */
export interface Document {
  /** Title for human readers. */
  readonly title: string
  readonly tree: JsonObject
  /** The endpoint that was requested. Absent in an error document. */
  readonly endpoint?: Endpoint
}

export function writeHtml(document: Document, url: URL, site: Site) {
  const body = document.endpoint ? writeRecords(document, url, site) : writeRefusal(document, site)
  return {
    headers: guardPage({ pictures: true }),
    text: writePage({ title: document.title, body, wide: true }, site),
  }
}

function writeRecords({ title, tree, endpoint }: Document, url: URL, { has }: Site): Html {
  const returns = endpoint?.returns
  const pages = isObject(tree['paging']) ? linkPages(tree['paging'], url) : ''
  return html`<h1>${title}</h1>
<p class="quiet address"><code>${breakable(url.pathname + url.search)}</code>${endpoint && linkFormats(formatsOf(endpoint), url)}</p>
${pages}
${Object.entries(tree).map(([key, value]) => key !== 'paging' && writeContent(key, value, returns, has))}
${pages}`
}

function writeContent(key: string, value: Json, returns: RecordName | undefined, has?: Has): Html {
  const isContent = returns !== undefined && key === recordTypes[returns].key
  if (!isContent || value === null || !isNested(value)) return html`<article>${writeValue(value)}</article>`
  const list = isList(value) ? value : [value]
  if (list.length === 0) return html`<p class="note">Nothing here.</p>`
  // Ids in place of records.
  if (!list.every(isObject)) return html`<article>${writeValue(value)}</article>`
  return html`${list.map((record) => writeRecord(returns, record, has))}`
}

function writeRefusal({ tree }: Document, { name }: Site): Html {
  return html`<h1>The ${name} cannot do this</h1>
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

/** Keys whose value can be the heading of a record, best first. */
const headings = ['name', 'subject', 'author', 'first_name', 'uri', 'update_type', 'date', 'id'] as const

/** A value with more characters of JSON than this gets a line of its own. */
const maxShort = 48

/** Writes a record as a card: a heading with its picture, short values side by side, and longer values below. */
export function writeRecord(returns: RecordName, record: JsonObject, has: Has = () => true): Html {
  const heading = headings.find((key) => !['', 'undefined'].includes(String(record[key])))
  const fields = Object.entries(record).map(([key, value]) => ({
    name: breakable(key),
    written: writeField(returns, key, record, has),
    isShort: !nestedRecords[returns]?.[key] && jsonText(value).length <= maxShort,
  }))
  const sorted = [...fields.filter(({ isShort }) => isShort), ...fields.filter(({ isShort }) => !isShort)]
  const related = linkRelated(returns, record, has)
  return html`<article>
<header>${has('/templates/images') && drawPicture(record['image'])}<h2>${breakable(heading === undefined ? returns : String(record[heading]))}</h2></header>
<dl class="fields">${sorted.map(
    ({ name, written, isShort }) => html`
<div class="${isShort ? 'short' : 'whole'}"><dt>${name}</dt><dd>${written}</dd></div>`,
  )}
</dl>
${related.length > 0 && html`<nav class="related" aria-label="More">${related.map(({ words, href }) => html`<a href="${href}">${words}</a>`)}</nav>`}
</article>`
}

function writeField(returns: RecordName, key: string, record: JsonObject, has: Has): Html {
  const value = record[key] ?? null
  const nested = nestedRecords[returns]?.[key]
  if (nested && isObject(value)) return writeRecord(nested, value, has)
  const href = linkField(returns, key, value, has)
  return href === undefined ? writeValue(value) : html`<a href="${href}">${breakable(String(value))}</a>`
}

/** Writes a list or an object as a list of its values, and any other value as text. */
function writeValue(value: Json): Html {
  if (!isNested(value)) return writeText(value === null ? '' : String(value))
  const items = Object.entries(value).map(
    ([key, item]) =>
      html`<li>${!isList(value) && html`<span class="quiet">${breakable(key)}</span> `}${writeValue(item)}</li>`,
  )
  return items.length === 0 ? html`<span class="quiet">none</span>` : html`<ul class="nested">${items}</ul>`
}

/**
 * Writes the `<br />` tags of a text, which stories and entries contain, as line breaks. Everything else is
 * escaped.
 */
function writeText(text: string): Html {
  if (text === '') return html`<span class="quiet" title="Empty">–</span>`
  return html`${text.split('<br />').map((line, at) => html`${at > 0 && html`<br>`}${breakable(line)}`)}`
}

/** Returns the small picture of an image object, which the service itself serves. */
export function drawPicture(image: Json | undefined): Html | undefined {
  if (!isObject(image) || !/^\d{1,12}$/.test(String(image['id']))) return undefined
  return html`<img src="/img/s120/${String(image['id'])}.jpg" width="60" height="60" alt="" loading="lazy">`
}

/** Fields that contain full records, which have links of their own. */
const nestedRecords: Readonly<Partial<Record<RecordName, Readonly<Record<string, RecordName>>>>> = {
  lending_action: { loan: 'loan_listing', lender: 'lender_listing' },
  loan_updates: { journal_entry: 'journal_entry' },
}

/** Paths below `/v1`, with `?` before the query. `{}` is the placeholder for the value. */
type Links = Readonly<Record<string, string>>

const loan: Links = {
  id: '/loans/{}',
  partner_id: '/loans/search?partner={}',
  sector: '/loans/search?sector={}',
}
const lender: Links = { lender_id: '/lenders/{}', uid: '/lenders/{}', inviter_id: '/lenders/{}' }
const team: Links = { id: '/teams/{}', shortname: '/teams/using_shortname/{}' }

/** Links from the values of a record to the documents about them. */
const valueLinks: Readonly<Partial<Record<RecordName, Links>>> = {
  loan_listing: loan,
  loan_detail: loan,
  lender_listing: lender,
  lender_detail: lender,
  team_listing: team,
  team_detail: team,
  journal_entry: { id: '/journal_entries/{}/comments' },
  partner_listing: { id: '/loans/search?partner={}' },
  method_summary: { id: '/methods/{}' },
  user_account: { lender_id: '/lenders/{}' },
}

/** Returns the address to which a value of a record links, or `undefined` if it has no link. */
function linkField(returns: RecordName, key: string, value: Json, has: Has): string | undefined {
  const template = valueLinks[returns]?.[key]
  if (template === undefined || !leads(template, has) || value === '' || value === null) return undefined
  return fillAddress(template, String(value))
}

const loanPages = {
  Lenders: '/loans/{}/lenders',
  'Journal entries': '/loans/{}/journal_entries',
  Updates: '/loans/{}/updates',
}
const lenderPages = { Loans: '/lenders/{}/loans', Teams: '/lenders/{}/teams' }
const teamPages = { Lenders: '/teams/{}/lenders', Loans: '/teams/{}/loans' }

const relatedLinks: Readonly<Partial<Record<RecordName, { readonly key: string; readonly pages: Links }>>> = {
  loan_listing: { key: 'id', pages: loanPages },
  loan_detail: { key: 'id', pages: loanPages },
  lender_listing: { key: 'lender_id', pages: lenderPages },
  lender_detail: { key: 'lender_id', pages: lenderPages },
  team_listing: { key: 'id', pages: teamPages },
  team_detail: { key: 'id', pages: teamPages },
  journal_entry: { key: 'id', pages: { Comments: '/journal_entries/{}/comments' } },
  partner_listing: {
    key: 'id',
    pages: { Loans: '/loans/search?partner={}', News: '/journal_entries/search?partner={}' },
  },
  user_account: { key: 'lender_id', pages: lenderPages },
}

/** Returns links to the documents related to a record. */
function linkRelated(
  returns: RecordName,
  record: JsonObject,
  has: Has,
): readonly { readonly words: string; readonly href: string }[] {
  const { key, pages } = relatedLinks[returns] ?? {}
  const id = key === undefined ? undefined : record[key]
  if (pages === undefined || id === undefined || id === null || id === '') return []
  return Object.entries(pages)
    .filter(([, template]) => leads(template, has))
    .map(([words, template]) => ({ words, href: fillAddress(template, String(id)) }))
}

type Has = NonNullable<Site['has']>

const leads = (template: string, has: Has) => has(template.replace(/\?.*/, '').replace('{}', ':id'))

function fillAddress(template: string, value: string): string {
  const [path = '', query] = template.replace('{}', encode(value)).split('?')
  return `${apiPrefix}${path}${suffix.html}${query === undefined ? '' : `?${query}`}`
}
