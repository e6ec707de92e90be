/**
 * Compares a reply with the documented fields. The result can be published: an error is a code, and a value of the service
 * is a form.
 */
import { type Endpoint, pathNames } from '../api/endpoint.ts'
import { type Field, type Fields, type FieldType, fieldKind, records } from '../api/records/fields.ts'
import { recordTypes } from '../api/records/record-types.ts'
import { parseJson } from '../api/wire/json.ts'
import { bodyText } from '../api/wire/problem.ts'
import { decodeReply, type Paging } from '../api/wire/reply.ts'
import { mediaTypes } from '../api/wire/request.ts'
import { KivaError } from '../core/errors.ts'
import type { HttpReply } from '../core/http.ts'
import { isList, isObject, type Json, type JsonObject } from '../core/json.ts'
import { counted, ExactNumber } from '../core/numbers.ts'

/** The result for one endpoint. */
export type Report = {
  readonly endpoint: string
  /** `ok`: as documented. `warning`: new fields, or nothing to compare. `skipped`: not asked. */
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped'
  readonly status: number | null
  readonly records: number | null
  readonly paging: { readonly [Name in keyof Paging]: number | null } | null
  readonly differences: readonly Difference[]
  /** The optional fields that no record has. */
  readonly not_sent: readonly string[]
  readonly note: string | null
}

type Difference = {
  readonly kind: 'new field' | 'missing field' | 'not sent' | 'other type' | 'other value' | 'other paging'
  /** The path of the field, such as `loans.location.geo`. */
  readonly field: string
  /** What is documented; unset for a new field. */
  readonly documented?: string
  /** The form of the first value that differs; unset for a missing field. */
  readonly example?: string
  /** In how many objects of how many. */
  readonly count: number
  readonly of: number
}

/** The most differences in the report of one endpoint. */
const maxDifferences = 100

/**
 * Returns the report of a reply. `namesIn` gets the records first, and returns names that may not be printed. Throws
 * `KivaError` of kind `rate-limited`. `now` is in milliseconds since the epoch.
 */
export function compareReply(
  endpoint: Endpoint,
  reply: HttpReply,
  now: number,
  namesIn: (records: readonly JsonObject[]) => ReadonlySet<string>,
): Report {
  let paging: Paging | undefined
  try {
    // Without a record type, only errors and replies that are no JSON object are rejected.
    paging = decodeReply({ returns: undefined }, reply, now).paging
  } catch (error) {
    if (!(error instanceof KivaError) || error.kind === 'rate-limited') throw error
    return refused(endpoint, reply, error)
  }
  const parsed = parseJson(bodyText(reply).text)
  const body = isObject(parsed) ? parsed : {}
  const { key } = recordTypes[endpoint.returns]
  const content = [body[key]].flat().filter(isObject)
  const mayLack = content.length === 0 && (paging?.total === 0 || Object.hasOwn(body, key))
  const found = [
    ...compareObjects(fieldsOf(endpoint, mayLack), [body], namesIn(content)),
    ...(paging ? comparePaging(paging, content.length) : []),
  ]
  const differences = found.filter(({ kind }) => kind !== 'not sent')
  const type = mediaTypeOf(reply)
  const left = differences.length - maxDifferences
  const notes = [
    left > 0 ? `${counted(left, 'differences')} more` : '',
    content.length === 0 ? 'no records to compare' : '',
    type.includes('json') ? '' : `JSON as ${type}`,
  ].filter((note) => note !== '')
  const isProblem = differences.some(({ kind }) => kind !== 'new field')
  return {
    endpoint: endpoint.path,
    state: isProblem ? 'problem' : differences.length + notes.length > 0 ? 'warning' : 'ok',
    status: reply.status,
    records: content.length,
    paging: paging ? { ...paging, page: paging.page ?? null } : null,
    differences: differences.slice(0, maxDifferences),
    not_sent: found.filter(({ kind }) => kind === 'not sent').map(({ field }) => field),
    note: notes.join(', ') || null,
  }
}

const noRecords = { status: null, records: null, paging: null, differences: [], not_sent: [] } as const

/** Returns the report of an endpoint without a reply. */
export const unanswered = ({ path }: Endpoint, state: Report['state'], note: string): Report => ({
  endpoint: path,
  state,
  ...noRecords,
  note,
})

/** Returns the report of a reply without records. A refused id may be that of a record that was removed meanwhile. */
function refused(endpoint: Endpoint, reply: HttpReply, error: KivaError): Report {
  const isGone = reply.status === 404 && pathNames(endpoint).length > 0
  // An HTML page with status 200 counts as one of the network.
  const isOther = error.kind === 'bug' || (error.kind === 'network' && reply.status < 300)
  const note = isOther ? `not a JSON object (${mediaTypeOf(reply)})` : errorNote(error)
  const report = isGone
    ? unanswered(endpoint, 'warning', 'not found: the record may be gone')
    : unanswered(endpoint, 'problem', note)
  return { ...report, status: reply.status }
}

/** Returns the codes of an error. Its sentence is the service's, or names a machine. */
export const errorNote = ({ kind, transient, code = '' }: KivaError): string =>
  [`${kind} error`, transient ?? '', /^(?:org\.kiva\.[A-Za-z]{1,40})?$/.test(code) ? code : formOf(code)]
    .filter((part) => part !== '')
    .join(', ')

function mediaTypeOf({ headers }: HttpReply): string {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined) return 'no content type'
  return ['text/plain', ...Object.values(mediaTypes)].includes(type) ? type : formOf(type)
}

/** Returns the fields of a whole reply. An empty list may be left out of it. */
function fieldsOf({ returns, paged }: Endpoint, mayLack: boolean): Fields {
  const { key, single } = recordTypes[returns]
  const content: Field = { type: 'object', brief: 'records', fields: records[returns] }
  return {
    ...(paged && { paging: position }),
    [key]: { ...content, ...(!single && { list: true }), ...(mayLack && { optional: true }) },
  }
}

const whole = { type: 'integer', brief: 'whole number' } as const

const position: Field = {
  type: 'object',
  brief: 'position of the page',
  fields: { page: whole, total: whole, page_size: whole, pages: whole },
}

/** Compares the numbers of the first page with each other. */
function comparePaging({ page = 1, total, page_size, pages }: Paging, length: number): readonly Difference[] {
  const facts = [
    ['paging.page', 1, page],
    ['paging.pages', Math.ceil(total / (page_size || 1)), pages],
    ['records of the first page', Math.min(total, page_size), length],
  ] as const
  return facts
    .filter(([, expected, found]) => found !== expected)
    .map(([field, expected, found]) => ({
      kind: 'other paging',
      field,
      documented: String(expected),
      example: String(found),
      count: 1,
      of: 1,
    }))
}

/** Compares objects at a path, which ends with a dot, and the objects in them. A field counts once in each object. */
function* compareObjects(
  fields: Fields,
  objects: readonly JsonObject[],
  names: ReadonlySet<string>,
  within = '',
): Generator<Difference> {
  const differing = (
    kind: Difference['kind'],
    name: string,
    values: readonly (Json | undefined)[],
    documented?: string,
  ) =>
    values.slice(0, 1).map((value) => ({
      kind,
      field: within + name,
      ...(documented !== undefined && { documented }),
      ...(value !== undefined && { example: formOf(value) }),
      count: values.length,
      of: objects.length,
    }))
  for (const [name, field] of Object.entries(fields)) {
    const { type, list = false, optional, choices } = field
    // Null means the same as a missing field, and in an optional field "" too.
    const all = objects.map((object) => (Object.hasOwn(object, name) ? object[name] : undefined) ?? undefined)
    const sent = all.filter((value) => value !== undefined)
    const given = sent.filter((value) => value !== '' || !optional)
    const isShaped = (value: Json) => isList(value) === list
    const first = (value: Json, isWrong: (item: Json) => boolean) =>
      [value].flat().filter(isWrong).slice(0, 1)
    const isUnfit = (item: Json) => !fits[type](item)
    const unfit = given.flatMap((value) => (isShaped(value) ? first(value, isUnfit) : [value]))
    const isOther = (item: Json) => typeof item === 'string' && choices?.includes(item) === false
    if (optional) yield* differing('not sent', name, sent.length === 0 ? all : [])
    else
      yield* differing(
        'missing field',
        name,
        all.filter((value) => value === undefined),
        fieldKind(field),
      )
    yield* differing('other type', name, unfit, fieldKind(field))
    yield* differing(
      'other value',
      name,
      given.flatMap((value) => first(value, isOther)),
      choices?.join(', '),
    )
    const inner = given.filter(isShaped).flat().filter(isObject)
    yield* compareObjects(field.fields ?? {}, field.fields ? inner : [], names, `${within + name}.`)
  }
  const unknown = new Map<string, Json[]>()
  for (const object of objects) {
    const entries = Object.entries(object).filter(([name]) => !Object.hasOwn(fields, name))
    for (const [form, value] of new Map(entries.map(([name, value]) => [nameForm(name, names), value])))
      unknown
        .set(form, unknown.get(form) ?? [])
        .get(form)
        ?.push(value)
  }
  for (const [form, values] of unknown) yield* differing('new field', form, values)
}

const isNumber = (value: Json) => typeof value === 'number' || value instanceof ExactNumber
const isText = (value: Json) => typeof value === 'string'

const fits: Readonly<Record<FieldType, (value: Json) => boolean>> = {
  integer: (value) => Number.isInteger(value) || (isNumber(value) && /^-?\d+$/.test(String(value))),
  number: isNumber,
  money: isNumber,
  local: isNumber,
  percent: isNumber,
  string: isText,
  text: isText,
  html: isText,
  date: (value) =>
    isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:?\d\d)$/.test(String(value)),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  map: isObject,
}

/** Characters of a form. */
const maxForm = 40

/** Returns the form of a value: x for each letter and 0 for each digit of a text or number, and the size of anything else. */
function formOf(value: Json): string {
  if (isList(value)) return `a list of ${value.length}`
  if (isObject(value)) return `an object with ${counted(Object.keys(value).length, 'fields')}`
  if (typeof value === 'string') return JSON.stringify(textForm(value))
  return typeof value === 'boolean' || value === null ? String(value) : textForm(String(value))
}

const textForm = (text: string) =>
  text.slice(0, maxForm).replace(/[^ -/:-@[-`{-~]/gu, (sign) => {
    if (/\p{Lu}/u.test(sign)) return 'X'
    if (/[\p{L}\p{M}]/u.test(sign)) return 'x'
    return /\p{N}/u.test(sign) ? '0' : '?'
  })

/** Returns a name of a few words as it is. Any other may be an id that stands where a field's name should. */
const nameForm = (name: string, names: ReadonlySet<string>) =>
  name.length <= maxForm && /^[a-z]+(?:[_-][a-z]+)*$/i.test(name) && !names.has(name) ? name : textForm(name)
