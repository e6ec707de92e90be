/** Calls a tool: reads the records of an endpoint, and returns them as one answer. */
import {
  type Catalogue,
  type Endpoint,
  idsParam,
  isLimited,
  type Param,
  paramsOf,
  pathNames,
  typeOf,
  type Values,
} from '../api/endpoint.ts'
import { nearest } from '../api/nearest.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import {
  everyField,
  type FieldPath,
  fieldAt,
  pathText,
  pick,
  type Selection,
  selectionOf,
} from '../api/records/field-paths.ts'
import type { Field, Fields } from '../api/records/fields.ts'
import type { RecordName } from '../api/records/record-types.ts'
import { parseTypedValue, parseWhole, UnknownCountry } from '../api/values.ts'
import { deepest } from '../api/wire/json.ts'
import { withMe } from '../cli/me.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { oneLine } from '../core/foreign-text.ts'
import { isList, isNested, isObject, type Json, type JsonObject } from '../core/json.ts'
import { cleanRecord } from '../output/gate/text.ts'
import { columnsOf } from '../output/table/record-columns.ts'
import { age } from '../output/words/span.ts'
import { openReading } from '../records/read.ts'
import { onePage, type ReadPorts, type RecordPage } from '../records/reading.ts'
import type { ReadLimit } from '../records/request.ts'
import type { CountedFetch } from './one-at-a-time.ts'
import { limits, ownParams } from './tools.ts'

/** What a call reads with. */
export interface CallPorts extends Pick<Context, 'settings' | 'now' | 'me'> {
  readonly catalogue: Catalogue
  readonly open: (most?: number) => CountedFetch
  readonly signal: AbortSignal
  /** Reports that a page was read, out of a number of pages if known. */
  progress(pages: number, total: number | undefined): Promise<void>
}

/** The checked arguments of a call. */
interface Wanted {
  readonly values: Values
  readonly limit: number
  readonly page: number
  readonly named: readonly string[] | undefined
  readonly lang: string | undefined
}

/** Returns the answer to a call. `given` are its arguments by name. Throws `KivaError`. */
export async function callTool(endpoint: Endpoint, given: Json, ports: CallPorts): Promise<JsonObject> {
  const wanted = await readArguments(endpoint, given, ports)
  const { selection, leftOut } = await chooseFields(endpoint, wanted.named)
  const counted = ports.open()
  const found = await readRecords(endpoint, wanted, counted, ports)
  const { records, total, missing } = found
  const { limit, page } = wanted
  if (records.length === 0 && missing.length > 0)
    throw new KivaError('refused', `no ${typeOf(endpoint).noun} found`)
  const answer = {
    records: records.map((record) => toShow(record, selection, wanted.lang)),
    total,
    next_page: endpoint.paged && page * limit < total ? page + 1 : null,
    left_out: leftOut,
    ...(missing.length > 0 && { missing }),
  }
  return sourced(answer, counted, ports)
}

/**
 * Returns the answer with the one record of a list that matches, for which the service has no endpoint by id: reads the
 * list up to it. `undefined` if the list does not have it. Throws `KivaError`.
 */
export async function findRecord(
  endpoint: Endpoint,
  matches: (record: Json) => boolean,
  ports: CallPorts,
): Promise<JsonObject | undefined> {
  const counted = ports.open()
  for await (const { records } of await openPages(endpoint, {}, { ...onePage, all: true }, counted, ports)) {
    const found = records.find(matches)
    if (found !== undefined) {
      const answer = { records: [cleanRecord(found)], total: 1, next_page: null, left_out: [] }
      return sourced(answer, counted, ports)
    }
  }
  return undefined
}

/** Adds where the records come from, and what they cost. */
export const sourced = (
  answer: JsonObject,
  { requests, oldest }: CountedFetch,
  { settings }: CallPorts,
): JsonObject => ({
  from: settings.sandbox
    ? 'sandbox (made-up data)'
    : settings.mirror
      ? `${mirrorName(settings)}, read ${age(oldest)} ago`
      : settings.baseUrl,
  ...answer,
  requests,
})

/** Returns how answers name the mirror. */
export const mirrorName = ({ isMadeUp }: Pick<Context['settings'], 'isMadeUp'>) =>
  isMadeUp ? 'mirror of the sandbox (made-up data)' : 'mirror'

async function readArguments(endpoint: Endpoint, given: Json, { me }: CallPorts): Promise<Wanted> {
  const params = { ...paramsOf(endpoint), ...ownParams(endpoint) }
  const {
    limit = limits.usual,
    page = 1,
    fields,
    lang,
    ...values
  } = await readValues({ path: endpoint.path, params }, given)
  return {
    values: (await withMe({ endpoint, values }, me)).values,
    limit: isLimited(endpoint) ? parseWhole('limit', String(limit), 1, limits.most) : limits.most,
    page: Number(page),
    named: fields as readonly string[] | undefined,
    lang: lang as string | undefined,
  }
}

/** Reads the values as {@link valuesFromJson} does. Countries may be named, as on the command line. */
export async function readValues(endpoint: Pick<Endpoint, 'path' | 'params'>, given: Json): Promise<Values> {
  try {
    return valuesFromJson(endpoint, given)
  } catch (problem) {
    if (!(problem instanceof UnknownCountry) || !isObject(given)) throw problem
    const { codesOf, withCountry } = await import('../cli/suggest-country.ts')
    const names = given['country_code'] ?? null
    const country_code = [names].flat().map((name) => (typeof name === 'string' ? codesOf(name) : name))
    try {
      return valuesFromJson(endpoint, { ...given, country_code })
    } catch (again) {
      throw again instanceof UnknownCountry ? withCountry(again) : again
    }
  }
}

interface Found {
  readonly records: readonly Json[]
  readonly total: number
  readonly missing: readonly (string | number)[]
}

/**
 * Reads the records of one page of `limit` records. The service has pages of another size, so this reads those that
 * cover them: `reported` is their size, if the service reported another one than the usual.
 */
async function readRecords(
  endpoint: Endpoint,
  wanted: Wanted,
  counted: CountedFetch,
  ports: CallPorts,
  reported?: number,
): Promise<Found> {
  const { values, limit, page } = wanted
  const size = reported ?? typeOf(endpoint).pageSize ?? limits.usual
  const start = (page - 1) * limit
  const first = Math.floor(start / size) + 1
  const skipped = start - (first - 1) * size
  const pages = await openPages(
    endpoint,
    first > 1 ? { ...values, page: first } : values,
    { ...onePage, limit: isLimited(endpoint) ? skipped + limit : undefined },
    counted,
    ports,
  )
  const records: Json[] = []
  const missing: (string | number)[] = []
  let [total, received] = [undefined as number | undefined, 0]
  for await (const part of pages) {
    const { paging } = part
    const isFirst = reported === undefined && received === 0
    if (isFirst && start > 0 && paging && paging.page_size !== size && paging.page_size > 0)
      return readRecords(endpoint, wanted, counted, ports, paging.page_size)
    records.push(...part.records)
    missing.push(...(part.missing ?? []))
    received += part.received
    total = paging?.total
  }
  return { records: records.slice(skipped), total: total ?? received, missing }
}

/** Reads pages of an endpoint, and reports each. */
function openPages(
  endpoint: Endpoint,
  values: Values,
  extent: ReadLimit,
  { fetch }: CountedFetch,
  { settings: { baseUrl, appId }, catalogue, signal, now, progress }: CallPorts,
): Promise<AsyncIterable<RecordPage>> {
  const first = Number(values['page'] ?? 1)
  const emit: ReadPorts['emit'] = (event) => {
    if (event.kind !== 'page') return
    const { pages, lastPage } = event
    return progress(pages, lastPage === undefined ? undefined : Math.max(pages, lastPage - first + 1))
  }
  return openReading(
    { endpoint, values, extra: [], extent },
    { baseUrl, appId, catalogue, fetch, emit, signal, now },
  )
}

/** Returns a record with the chosen fields, without invisible and control characters. */
export function toShow(record: Json, selection: Selection, lang: string | undefined): Json {
  const clean = cleanRecord(pick(record, selection))
  return lang === undefined ? clean : inLanguage(clean, lang)
}

/** Keeps one language of a loan's story. */
function inLanguage(record: Json, lang: string): Json {
  if (!isObject(record) || !isObject(record['description'])) return record
  const { description } = record
  if (!isObject(description['texts'])) return record
  const texts = pick(description['texts'], new Map([[lang, new Map()]]))
  return { ...record, description: { ...description, texts } }
}

/** The fields to answer with. An empty selection stands for whole records. */
interface Chosen {
  readonly selection: Selection
  /** The paths of the known fields that are left out. */
  readonly leftOut: readonly string[]
}

/**
 * Returns the fields of an answer: those named, `*` for all; else the columns of the table, or for records shown by
 * id all that are short. Long texts by users are only there if named. Throws `KivaError` of kind
 * `usage` for an unknown field.
 */
export async function chooseFields(
  endpoint: Endpoint,
  named: readonly string[] | undefined,
): Promise<Chosen> {
  const known = fieldsOf({ name: endpoint.returns })
  if (named?.includes('*')) return { selection: new Map(), leftOut: [] }
  const paths =
    named === undefined
      ? await usualPaths(endpoint, known)
      : [...new Set(named)].map((text) => readPath(text, known))
  const selection = selectionOf(paths)
  return { selection, leftOut: leftOutOf(known, selection) }
}

function readPath(text: string, known: Fields): FieldPath {
  const path = text.split('.')
  // The keys below a map are free.
  const isKnown =
    path.length <= deepest &&
    path.some((_, at) => {
      const field = fieldAt(known, path.slice(0, at + 1))
      return field !== undefined && (at === path.length - 1 || field.fields === undefined)
    })
  if (isKnown) return path
  const near = nearest(
    text,
    everyField(known).map(([name]) => name),
  )
  throw new KivaError('usage', `unknown field "${oneLine(text)}"`, {
    hint: near === undefined ? `Fields: ${Object.keys(known).join(', ')}.` : `Did you mean "${near}"?`,
  })
}

/** Columns of a higher rank are the first that a table on a terminal drops. */
const leastRank = 8

async function usualPaths(endpoint: Endpoint, known: Fields): Promise<readonly FieldPath[]> {
  if (idsParam(endpoint) !== undefined || typeOf(endpoint).single) return shortPaths(known, endpoint.returns)
  const columns = (await columnsOf(endpoint.returns)).filter(({ rank }) => rank <= leastRank)
  const paths = columns.flatMap(({ path, reads = [] }) => (path === undefined ? reads : [path]))
  return [...new Set(paths)]
    .map((path) => path.split('.'))
    .filter((path) => {
      const field = fieldAt(known, path)
      return field !== undefined && isShort(path, field, endpoint.returns)
    })
}

/** Returns the paths of all fields that hold a value, or a list of short records. */
function shortPaths(fields: Fields, returns: RecordName, within: FieldPath = []): readonly FieldPath[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...within, name]
    if (!isShort(path, field, returns)) return []
    return field.fields ? shortPaths(field.fields, returns, path) : [path]
  })
}

/** The lists of a loan that grow with each repayment. */
const schedules: readonly string[] = ['payments', 'terms.local_payments', 'terms.scheduled_payments']

/** The documentation of the API's methods is Kiva's own text; all other texts are by users. */
const isShort = (path: FieldPath, { type }: Field, returns: RecordName) =>
  !schedules.includes(pathText(path)) &&
  (!['text', 'html', 'map'].includes(type) || returns === 'method_summary')

function leftOutOf(known: Fields, selection: Selection, within = ''): readonly string[] {
  return Object.entries(known).flatMap(([name, { fields }]) => {
    const inside = selection.get(name)
    if (inside === undefined) return [within + name]
    return inside.size === 0 ? [] : leftOutOf(fields ?? {}, inside, `${within}${name}.`)
  })
}

/**
 * Reads an object of values by param name, with the same rules as the command line. Null means not given.
 * Throws `KivaError` of kind `usage`.
 */
export function valuesFromJson(endpoint: Pick<Endpoint, 'path' | 'params' | 'paged'>, json: Json): Values {
  if (!isObject(json)) throw new KivaError('usage', 'the values are not a JSON object')
  const params = paramsOf(endpoint)
  for (const name of Object.keys(json)) {
    if (!Object.hasOwn(params, name)) throw unknownParam(name, Object.keys(params))
  }
  const required = pathNames(endpoint)
  const entries = Object.entries(params).flatMap(([name, param]) => {
    const value = json[name] ?? null
    if (value !== null) return [[name, parseTypedValue(name, param, textsOf(name, param, value))] as const]
    if (required.includes(name)) throw new KivaError('usage', `missing required parameter "${name}"`)
    return []
  })
  return Object.fromEntries(entries)
}

function textsOf(name: string, { kind, list }: Param, value: Json): readonly string[] {
  const items = list && isList(value) ? value : [value]
  return items.map((item) => {
    if (item !== null && !isNested(item) && typeof item !== 'boolean') return String(item)
    const actual = isObject(item) ? 'an object' : isList(item) ? 'a list' : String(item)
    throw new KivaError('usage', `invalid value for ${name}: expected a ${kind}, not ${actual}`)
  })
}

function unknownParam(name: string, names: readonly string[]): KivaError {
  const near = nearest(name, names)
  const hint = near === undefined ? `Parameters: ${names.join(', ') || 'none'}.` : `Did you mean "${near}"?`
  return new KivaError('usage', `unknown parameter "${oneLine(name)}"`, { hint })
}
