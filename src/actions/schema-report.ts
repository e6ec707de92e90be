/**
 * The reports of `kiva doctor --schema`. They have no ids, names or texts of the service: an example shows only the form of
 * a value, so that a report can be published.
 */
import { type Endpoint, pathNames } from '../api/endpoint.ts'
import { compareFields, type Difference } from '../api/records/compare-fields.ts'
import { type Field, type Fields, records as fieldsByType } from '../api/records/fields.ts'
import { recordTypes } from '../api/records/record-types.ts'
import { parseJson } from '../api/wire/json.ts'
import { bodyText } from '../api/wire/problem.ts'
import type { Page } from '../api/wire/reply.ts'
import type { KivaError } from '../core/errors.ts'
import type { HttpReply } from '../core/http.ts'
import { isList, isObject, type Json, type JsonObject } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import type { Secrets } from '../core/settings.ts'
import type { Paint } from '../output/terminal/palette.ts'
import { wrap } from '../output/terminal/width.ts'

/** The result for one endpoint. */
export interface Report {
  readonly endpoint: string
  /** `ok`: as documented. `warning`: new fields, or nothing to compare. `skipped`: not asked. */
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped'
  readonly status: number | null
  readonly records: number | null
  readonly paging: JsonObject | null
  readonly differences: readonly JsonObject[]
  /** The optional fields that no record has. */
  readonly not_sent: readonly string[]
  readonly note: string | null
}

/** The report of an endpoint that was not asked. */
export const skipped = ({ path }: Endpoint, note: string): Report => ({
  endpoint: path,
  state: 'skipped',
  status: null,
  records: null,
  paging: null,
  differences: [],
  not_sent: [],
  note,
})

/** The most differences in the report of one endpoint. */
const maxDifferences = 100

/** Compares a reply with what is documented. `quote` masks and shortens foreign text. */
export function compareReply(
  endpoint: Endpoint,
  reply: HttpReply,
  page: Page,
  quote: Secrets['quote'],
): Report {
  const body = parseJson(bodyText(reply).text)
  const { differences, notSent } = compareFields(wrapperOf(endpoint, page), isObject(body) ? body : {})
  const shown = [
    ...differences.map((difference) => withoutText(difference, quote)),
    ...pagingDifferences(page),
  ]
  const hasProblem = shown.some(({ kind }) => kind !== 'new field')
  const isEmpty = page.records.length === 0
  const left = shown.length - maxDifferences
  const type = reply.headers['content-type'] ?? 'no content type'
  const notes = [
    left > 0 && `${counted(left, 'differences')} more`,
    isEmpty && 'no records to compare',
    !type.includes('json') && `JSON as ${quote(type)}`,
  ].filter((note) => note !== false)
  return {
    endpoint: endpoint.path,
    state: hasProblem ? 'problem' : shown.length > 0 || notes.length > 0 ? 'warning' : 'ok',
    status: reply.status,
    records: page.records.length,
    paging: page.paging ? { ...page.paging, page: page.paging.page ?? null } : null,
    differences: shown.slice(0, maxDifferences),
    not_sent: notSent,
    note: notes.length > 0 ? notes.join(', ') : null,
  }
}

/** Returns the report of a reply without records. A refused id may be that of a record that was removed meanwhile. */
export function reportFailure(
  endpoint: Endpoint,
  reply: HttpReply,
  error: KivaError,
  quote: Secrets['quote'],
): Report {
  const isGone = reply.status === 404 && pathNames(endpoint).length > 0
  const type = quote(reply.headers['content-type'] ?? 'no content type')
  // The error quotes the beginning of a reply that is not JSON, which may have a name.
  const words = error.cause === undefined ? error.sentence.mask(quote) : 'the response cannot be read as JSON'
  const note = error.kind === 'bug' ? `${words} (${type})` : words
  return {
    ...skipped(endpoint, isGone ? 'not found: the record may be gone' : note),
    state: isGone ? 'warning' : 'problem',
    status: reply.status,
  }
}

function withoutText(difference: Difference, quote: Secrets['quote']): JsonObject {
  const { kind, field, documented, example, count, of } = difference
  // A value of a closed set names no person.
  const value =
    kind === 'other value' ? JSON.stringify(quote(String(example)).slice(0, maxExample)) : formOf(example)
  return {
    kind,
    field: kind === 'new field' ? field.split('.').map(nameForm).join('.') : field,
    ...(documented !== undefined && { documented }),
    ...(example !== undefined && { example: value }),
    count,
    of,
  }
}

/** The fields of a whole reply. An empty list may be left out of it. */
function wrapperOf({ returns, paged }: Endpoint, { records }: Page): Fields {
  const { key, single } = recordTypes[returns]
  const content: Field = {
    type: 'object',
    brief: 'records',
    fields: fieldsByType[returns],
    ...(!single && { list: true }),
    ...(records.length === 0 && { optional: true }),
  }
  return { ...(paged && { paging }), [key]: content }
}

const whole = (brief: string) => ({ type: 'integer', brief }) as const

const paging: Field = {
  type: 'object',
  brief: 'position of the page',
  fields: {
    page: whole('page'),
    total: whole('records of the list'),
    page_size: whole('records of a page'),
    pages: whole('pages of the list'),
  },
}

/** Compares the numbers of the first page with each other. */
function pagingDifferences({ paging, records }: Page): readonly JsonObject[] {
  if (!paging) return []
  const { page, total, page_size, pages } = paging
  const expected: readonly (readonly [field: string, expected: number, found: number | undefined])[] = [
    ['paging.page', 1, page],
    ['paging.pages', Math.ceil(total / (page_size || 1)), pages],
    ['records of the first page', Math.min(total, page_size), records.length],
  ]
  return expected
    .filter(([, documented, found]) => found !== undefined && found !== documented)
    .map(([field, documented, found]) => ({
      kind: 'other paging',
      field,
      documented: String(documented),
      example: String(found),
      count: 1,
      of: 1,
    }))
}

/** Characters of an example. */
const maxExample = 40

/** Returns the form of a value: x for each letter and 0 for each digit of a text or number, and the size of anything else. */
function formOf(value: Json | undefined): string {
  if (isList(value)) return `a list of ${value.length}`
  if (isObject(value)) return `an object with ${counted(Object.keys(value).length, 'fields')}`
  if (typeof value === 'string') return JSON.stringify(textForm(value))
  return typeof value === 'boolean' || value === null ? String(value) : textForm(String(value))
}

const textForm = (text: string) =>
  text.slice(0, maxExample).replace(/[^ -/:-@[-`{-~]/gu, (sign) => {
    if (/\p{Lu}/u.test(sign)) return 'X'
    if (/[\p{L}\p{M}]/u.test(sign)) return 'x'
    return /\p{N}/u.test(sign) ? '0' : '?'
  })

/** A name with digits or signs may be an id that stands where a field's name should. */
const nameForm = (name: string) =>
  /^[a-z]+(?:[_-]?[a-z]+)*$/i.test(name) ? name.slice(0, maxExample) : textForm(name)

/** Returns the lines of a report for a person. */
export function linesOf(report: Report, width: number | undefined, paint: Paint): readonly string[] {
  const { endpoint, state, status, records, paging, differences, not_sent, note } = report
  const facts = [
    status !== null && `status ${status}`,
    records !== null && counted(records, 'records'),
    paging &&
      `page ${paging['page']} of ${paging['pages']}, ${paging['page_size']} a page, ${paging['total']} in all`,
    note,
  ].filter((fact) => typeof fact === 'string')
  const rows = [
    ...differences.map(({ kind, field, documented, example, count, of }): readonly [string, string] => [
      String(kind),
      `${field}${example === undefined ? '' : `: ${example}`}${documented === undefined ? '' : ` (documented: ${documented})`}, ${count} of ${of}`,
    ]),
    ...(not_sent.length > 0 ? [['not sent', not_sent.join(', ')] as const] : []),
  ]
  const role = state === 'ok' ? 'accent' : state === 'skipped' ? 'label' : 'warning'
  return [
    ...hanging(`${paint(role, state.padEnd(9))}${endpoint.padEnd(36)}`, 45, facts.join(' · '), width),
    ...rows.flatMap(([kind, text]) =>
      hanging(`${' '.repeat(9)}${paint('label', kind.padEnd(15))}`, 24, text, width),
    ),
  ]
}

/** Wraps a text beside a label of so many columns. */
function hanging(label: string, indent: number, text: string, width: number | undefined): readonly string[] {
  const [first = '', ...rest] = wrap(text, width === undefined ? undefined : width - indent)
  return [label + first, ...rest.map((line) => ' '.repeat(indent) + line)]
}

/** Returns the numbers of all reports. */
export function summaryOf(reports: readonly Report[], sent: number): string {
  const having = (state: Report['state']) => reports.filter((report) => report.state === state).length
  const parts = [
    `${having('ok')} as documented`,
    having('warning') > 0 && `${having('warning')} with new fields or little to compare`,
    having('problem') > 0 && `${having('problem')} with problems`,
    having('skipped') > 0 && `${having('skipped')} skipped`,
  ].filter((part) => typeof part === 'string')
  return `${counted(reports.length, 'endpoints')}, ${counted(sent, 'requests')}: ${parts.join(', ')}.`
}
