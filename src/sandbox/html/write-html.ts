/**
 * Writes a document as HTML for people: records one below another, with every value as the API returns it.
 */
import { type Endpoint, formatsOf } from '../../api/endpoint.ts'
import { suffix } from '../../api/gaps.ts'
import { type Field, type Fields, records } from '../../api/records/fields.ts'
import { type RecordName, recordTypes } from '../../api/records/record-types.ts'
import { apiPrefix, encode } from '../../api/wire/request.ts'
import { isList, isNested, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { ExactNumber } from '../../core/numbers.ts'
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
  if (!isContent) return html`<article>${writeValue(value)}</article>`
  if (recordTypes[returns].single && isObject(value)) return writeRecord(returns, value, has)
  if (!isList(value) || value.length === 0) return html`<p class="note">Nothing here.</p>`
  if (!value.every(isObject)) return html`<article>${writeValue(value)}</article>`
  return html`${value.map((record) => isObject(record) && writeRecord(returns, record, has))}`
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

/** A text longer than this many characters gets a line of its own. */
const maxInlineLength = 48

/** Writes a record as a card: a heading with its picture, short values side by side, and longer values below. */
export function writeRecord(returns: RecordName, record: JsonObject, has: Has = everything): Html {
  const heading = headings.find((key) => !['', 'undefined'].includes(String(record[key])))
  const related = linkRelated(returns, record, has)
  return html`<article>
<header>${has('/templates/images') && drawPicture(record['image'])}<h2>${breakable(heading === undefined ? returns : String(record[heading]))}</h2></header>
${writeFields(returns, records[returns], record, has)}
${related.length > 0 && html`<nav class="related" aria-label="More">${related.map(({ words, href }) => html`<a href="${href}">${words}</a>`)}</nav>`}
</article>`
}

/** Writes any value, when its field type is unknown. */
function writeValue(value: Json): Html {
  if (isList(value)) return writeList(undefined, undefined, value)
  if (isObject(value)) return writeFields(undefined, {}, value)
  return breakable(value === null ? '' : String(value))
}

/**
 * Writes short values side by side, then small objects, then values that need the full width. Each group
 * keeps the order of the record.
 */
function writeFields(
  returns: RecordName | undefined,
  fields: Fields,
  record: JsonObject,
  has: Has = everything,
): Html {
  const entries = Object.entries(record).map(([key, value]) => ({
    key,
    value,
    room: returns && nestedRecords[returns]?.[key] ? ('whole' as const) : roomFor(fields[key], value),
  }))
  if (entries.length === 0) return html`<p class="quiet">Empty.</p>`
  const sorted = rooms.flatMap((room) => entries.filter((entry) => entry.room === room))
  return html`<dl class="fields">${sorted.map(
    ({ key, value, room }) => html`
<div class="${room}"><dt>${breakable(key)}</dt><dd>${writeField(returns, key, fields[key], value, { record, has })}</dd></div>`,
  )}
</dl>`
}

/** Widths of a value, narrowest first. */
const rooms = ['short', 'small', 'half', 'whole'] as const

function roomFor(field: Field | undefined, value: Json): (typeof rooms)[number] {
  if (isList(value)) {
    if (value.length === 0) return 'short'
    const keys = new Set(value.filter(isObject).flatMap(Object.keys)).size
    return keys <= 1 ? 'small' : keys <= 3 && value.every(isFlat) ? 'half' : 'whole'
  }
  if (isObject(value))
    return countValues(value) <= maxSmallValues && field?.type !== 'map' ? 'small' : 'whole'
  const isLong = field?.type === 'text' || field?.type === 'html' || String(value).length > maxInlineLength
  return isLong && value !== '' ? 'whole' : 'short'
}

/** Most values that an object in a single column may have. */
const maxSmallValues = 6

const isFlat = (value: Json) =>
  isObject(value) && Object.values(value).every((member) => member !== null && !isNested(member))

/** Counts the values in an object. A text too long for a column counts as too many. */
function countValues(value: Json): number {
  if (!isNested(value)) return String(value).length > maxInlineLength ? maxSmallValues + 1 : 1
  return Object.values(value).reduce((sum: number, member: Json) => sum + countValues(member), 0)
}

function writeField(
  returns: RecordName | undefined,
  key: string,
  field: Field | undefined,
  value: Json,
  { record, has }: { readonly record: JsonObject; readonly has: Has },
): Html {
  const nested = returns && nestedRecords[returns]?.[key]
  if (nested && isObject(value)) return writeRecord(nested, value, has)
  if (isList(value)) return writeList(key, field, value)
  if (isObject(value)) return writeFields(undefined, field?.fields ?? {}, value)
  const text = value === null ? '' : String(value)
  if (text === '') return html`<span class="quiet" title="Empty">–</span>`
  const href = returns && linkField(returns, key, value, record, has)
  return href === undefined ? writeLines(text) : html`<a href="${href}">${breakable(text)}</a>`
}

/**
 * Writes the `<br />` tags of a text, which stories and entries contain, as line breaks. Everything else is
 * escaped.
 */
function writeLines(text: string): Html {
  return html`${text.split('<br />').map((line, at) => html`${at > 0 && html`<br>`}${breakable(line)}`)}`
}

/**
 * Writes plain values and one-value records as a row of words, flat records as a scrolling table, and other
 * lists as a list.
 */
function writeList(key: string | undefined, field: Field | undefined, list: readonly Json[]): Html {
  if (list.length === 0) return html`<span class="quiet">none</span>`
  const words = list.map(asWord)
  if (words.every((word) => word !== undefined))
    return html`<ul class="words">${words.map((word) => html`<li>${word}</li>`)}</ul>`
  if (list.every(isFlat)) return writeTable(key, list.filter(isObject))
  const write = (item: Json) =>
    isObject(item) ? writeFields(undefined, field?.fields ?? {}, item) : writeValue(item)
  return html`<ul class="things">${list.map((item) => html`<li>${write(item)}</li>`)}</ul>`
}

/** Writes a plain value, or an object's only value with its key. Returns `undefined` for anything else. */
function asWord(value: Json): Html | undefined {
  if (!isNested(value)) return breakable(String(value))
  const [only, ...others] = Object.entries(value)
  if (only === undefined || others.length > 0 || only[1] === null || isNested(only[1]) || isList(value))
    return undefined
  return html`<span class="quiet">${only[0]}</span> ${String(only[1])}`
}

function writeTable(key: string | undefined, rows: readonly JsonObject[]): Html {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: Json | undefined) =>
    html`<td class="${(typeof value === 'number' || value instanceof ExactNumber) && 'number'}">${value === undefined || value === null ? '' : String(value)}</td>`
  // Keyboard users must be able to focus a scrolling region.
  return html`<div class="scroll" role="region" aria-label="${key ?? 'table'}" tabindex="0"><table>
<thead><tr>${keys.map((name) => html`<th scope="col">${breakable(name)}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`
<tr>${keys.map((name) => cell(row[name]))}</tr>`,
  )}
</tbody>
</table></div>`
}

/** Writes the picture of an image object. The sandbox itself serves the picture. */
/** Returns the small picture of a record, if it has one. */
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
function linkField(
  returns: RecordName,
  key: string,
  value: Json,
  record: JsonObject,
  has: Has,
): string | undefined {
  const template = valueLinks[returns]?.[key]
  if (
    template === undefined ||
    !leads(template, has) ||
    value === '' ||
    (key === 'inviter_id' && !record['inviter_id'])
  )
    return undefined
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

const everything: Has = () => true

const leads = (template: string, has: Has) => has(template.replace(/\?.*/, '').replace('{}', ':id'))

function fillAddress(template: string, value: string): string {
  const [path = '', query] = template.replace('{}', encode(value)).split('?')
  return `${apiPrefix}${path}${suffix.html}${query === undefined ? '' : `?${query}`}`
}
