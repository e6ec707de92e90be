/**
 * Writes a record as a card: a heading with its picture, short values side by side, and longer values below.
 */

import { type Field, type Fields, records } from '../../../api/records/fields.ts'
import type { RecordName } from '../../../api/records/record-types.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../ports/json.ts'
import { breakable } from './breakable.ts'
import { type Html, html } from './html.ts'
import { linkField, linkRelated, nestedRecords } from './record-links.ts'

/** Keys whose value can be the heading of a record, best first. */
const headings = ['name', 'subject', 'author', 'first_name', 'uri', 'update_type', 'date', 'id'] as const

/** A text longer than this many characters gets a line of its own. */
const maxInlineLength = 48

/** Writes a full record of a type. */
export function writeRecord(returns: RecordName, record: JsonObject): Html {
  const heading = headings.find((key) => !['', 'undefined'].includes(String(record[key])))
  const related = linkRelated(returns, record)
  return html`<article>
<header>${drawPicture(record['image'])}<h2>${breakable(heading === undefined ? returns : String(record[heading]))}</h2></header>
${writeFields(returns, records[returns], record)}
${related.length > 0 && html`<nav class="related" aria-label="More">${related.map(({ words, href }) => html`<a href="${href}">${words}</a>`)}</nav>`}
</article>`
}

/** Writes any value, when its field type is unknown. */
export function writeValue(value: Json): Html {
  if (isList(value)) return writeList(undefined, undefined, value)
  if (isObject(value)) return writeFields(undefined, {}, value)
  return breakable(value === null ? '' : String(value))
}

/**
 * Writes short values side by side, then small objects, then values that need the full width. Each group
 * keeps the order of the record.
 */
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
  isObject(value) && Object.values(value).every((one) => typeof one !== 'object')

/** Counts the values in an object. A text too long for a column counts as too many. */
function countValues(value: Json): number {
  if (typeof value !== 'object' || value === null)
    return String(value).length > maxInlineLength ? maxSmallValues + 1 : 1
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
  const item = (one: Json) =>
    isObject(one) ? writeFields(undefined, field?.fields ?? {}, one) : writeValue(one)
  return html`<ul class="things">${list.map((one) => html`<li>${item(one)}</li>`)}</ul>`
}

/** Writes a plain value, or an object's only value with its key. Returns `undefined` for anything else. */
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
function drawPicture(image: Json | undefined): Html | undefined {
  if (!isObject(image) || !/^\d{1,12}$/.test(String(image['id']))) return undefined
  return html`<img src="/img/s120/${String(image['id'])}.jpg" width="60" height="60" alt="" loading="lazy">`
}
