/** One record as a card: a heading with its picture, short values side by side, longer ones below. */

import { type Field, type Fields, records } from '../../../api/records/fields.ts'
import type { RecordName } from '../../../api/records/record-types.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../ports/json.ts'
import { breakable } from './breakable.ts'
import { type Html, html } from './html.ts'
import { linkField, linkRelated, nestedRecords } from './record-links.ts'

/** Keys that may name a record, the best first. */
const headings = ['name', 'subject', 'author', 'first_name', 'uri', 'update_type', 'date', 'id'] as const

/** Above so many characters a text gets a line of its own. */
const longest = 48

/** A whole record of a type. */
export function writeRecord(returns: RecordName, record: JsonObject): Html {
  const heading = headings.find((key) => !['', 'undefined'].includes(String(record[key])))
  const related = linkRelated(returns, record)
  return html`<article>
<header>${drawPicture(record['image'])}<h2>${breakable(heading === undefined ? returns : String(record[heading]))}</h2></header>
${writeFields(returns, records[returns], record)}
${related.length > 0 && html`<nav class="related" aria-label="More">${related.map(({ words, href }) => html`<a href="${href}">${words}</a>`)}</nav>`}
</article>`
}

/** Any value, without knowing what it is. */
export function writeValue(value: Json): Html {
  if (isList(value)) return writeList(undefined, undefined, value)
  if (isObject(value)) return writeFields(undefined, {}, value)
  return breakable(value === null ? '' : String(value))
}

/** Short values side by side, then small objects, then what needs the whole width; each in the order it was sent. */
function writeFields(returns: RecordName | undefined, fields: Fields, record: JsonObject): Html {
  const entries = Object.entries(record).map(([key, value]) => ({
    key,
    value,
    room: returns && nestedRecords[returns]?.[key] ? ('whole' as const) : roomFor(fields[key], value),
  }))
  if (entries.length === 0) return html`<p class="quiet">Empty.</p>`
  const sorted = rooms.flatMap((room) => entries.filter((entry) => entry.room === room))
  return html`<dl class="fields">${sorted.map(
    ({ key, value, room }) => html`
<div class="${room}"><dt>${breakable(key)}</dt><dd>${writeField(returns, key, fields[key], value, record)}</dd></div>`,
  )}
</dl>`
}

/** How much room a value takes. */
const rooms = ['short', 'small', 'half', 'whole'] as const

function roomFor(field: Field | undefined, value: Json): (typeof rooms)[number] {
  if (isList(value)) {
    if (value.length === 0) return 'short'
    const keys = new Set(value.filter(isObject).flatMap(Object.keys)).size
    return keys <= 1 ? 'small' : keys <= 3 && value.every(isFlat) ? 'half' : 'whole'
  }
  if (isObject(value)) return countValues(value) <= mostSmall && field?.type !== 'map' ? 'small' : 'whole'
  const isLong = field?.type === 'text' || field?.type === 'html' || String(value).length > longest
  return isLong && value !== '' ? 'whole' : 'short'
}

/** Values of an object that stands in one column. */
const mostSmall = 6

const isFlat = (value: Json) =>
  isObject(value) && Object.values(value).every((one) => typeof one !== 'object')

/** How many values are in an object; a text too long for a column counts as too many. */
function countValues(value: Json): number {
  if (typeof value !== 'object' || value === null) return String(value).length > longest ? mostSmall + 1 : 1
  return Object.values(value).reduce((sum: number, one) => sum + countValues(one), 0)
}

function writeField(
  returns: RecordName | undefined,
  key: string,
  field: Field | undefined,
  value: Json,
  record: JsonObject,
): Html {
  const nested = returns && nestedRecords[returns]?.[key]
  if (nested && isObject(value)) return writeRecord(nested, value)
  if (isList(value)) return writeList(key, field, value)
  if (isObject(value)) return writeFields(undefined, field?.fields ?? {}, value)
  const text = value === null ? '' : String(value)
  if (text === '') return html`<span class="quiet" title="Empty">–</span>`
  const href = returns && linkField(returns, key, value, record)
  return href === undefined ? writeLines(text) : html`<a href="${href}">${breakable(text)}</a>`
}

/** A text with its `<br />`, which stories and entries have, as line breaks. All else in it is escaped. */
function writeLines(text: string): Html {
  return html`${text.split('<br />').map((line, at) => html`${at > 0 && html`<br>`}${breakable(line)}`)}`
}

/** Plain values and records of one value become a row of words, flat records a table that scrolls, others a list. */
function writeList(key: string | undefined, field: Field | undefined, list: readonly Json[]): Html {
  if (list.length === 0) return html`<span class="quiet">none</span>`
  const words = list.map(asWord)
  if (words.every((word) => word !== undefined))
    return html`<ul class="words">${words.map((word) => html`<li>${word}</li>`)}</ul>`
  if (list.every(isFlat)) return writeTable(key, list.filter(isObject))
  const item = (one: Json) =>
    isObject(one) ? writeFields(undefined, field?.fields ?? {}, one) : writeValue(one)
  return html`<ul class="things">${list.map((one) => html`<li>${item(one)}</li>`)}</ul>`
}

/** A plain value, alone or as the only one of an object, which then is named. */
function asWord(value: Json): Html | undefined {
  if (typeof value !== 'object' || value === null) return breakable(String(value))
  const [only, ...others] = Object.entries(value)
  if (only === undefined || others.length > 0 || typeof only[1] === 'object' || isList(value))
    return undefined
  return html`<span class="quiet">${only[0]}</span> ${String(only[1])}`
}

function writeTable(key: string | undefined, rows: readonly JsonObject[]): Html {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: Json | undefined) =>
    html`<td class="${typeof value === 'number' && 'number'}">${value === undefined || value === null ? '' : String(value)}</td>`
  // What scrolls must be reached with the keyboard.
  return html`<div class="scroll" role="region" aria-label="${key ?? 'table'}" tabindex="0"><table>
<thead><tr>${keys.map((name) => html`<th scope="col">${breakable(name)}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`
<tr>${keys.map((name) => cell(row[name]))}</tr>`,
  )}
</tbody>
</table></div>`
}

/** The picture of an image object, from the sandbox itself. */
function drawPicture(image: Json | undefined): Html | undefined {
  if (!isObject(image) || !/^\d{1,12}$/.test(String(image['id']))) return undefined
  return html`<img src="/img/s120/${String(image['id'])}.jpg" width="60" height="60" alt="" loading="lazy">`
}
