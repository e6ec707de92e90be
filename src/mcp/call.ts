/** Calls a tool: reads the records of an endpoint, and returns them as one answer. */
import { type Catalogue, type Endpoint, isLimited, paramsOf, typeOf, type Values } from '../api/endpoint.ts'
import { pick, type Selection } from '../api/records/field-paths.ts'
import { valuesFromJson } from '../api/values/json-values.ts'
import { UnknownCountry } from '../api/values/typed-value.ts'
import { parseWhole } from '../api/values/values.ts'
import type { Context } from '../context.ts'
import { KivaError } from '../errors.ts'
import { cleanRecord } from '../output/gate/text.ts'
import { isObject, type Json, type JsonObject } from '../ports/json.ts'
import { openReading } from '../read/open-reading.ts'
import { onePage, type ReadPorts } from '../read/reading.ts'
import { chooseFields } from './fields.ts'
import type { CountedFetch } from './one-at-a-time.ts'
import { limits, ownParams } from './tools.ts'

/** What a call reads with. */
export interface CallPorts extends Pick<Context, 'settings' | 'now'> {
  readonly catalogue: Catalogue
  readonly open: () => CountedFetch
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
  const wanted = await readArguments(endpoint, given)
  const { selection, leftOut } = await chooseFields(endpoint, wanted.named)
  const counted = ports.open()
  const found = await readRecords(endpoint, wanted, counted, ports)
  const { records, total, missing } = found
  const { limit, page } = wanted
  if (records.length === 0 && missing.length > 0)
    throw new KivaError('refused', `no ${typeOf(endpoint).noun} found`)
  return {
    from: ports.settings.sandbox ? 'sandbox (made-up data)' : ports.settings.baseUrl,
    records: records.map((record) => toShow(record, selection, wanted.lang)),
    total,
    next_page: endpoint.paged && page * limit < total ? page + 1 : null,
    requests: counted.requests,
    left_out: leftOut,
    ...(missing.length > 0 && { missing }),
  }
}

async function readArguments(endpoint: Endpoint, given: Json): Promise<Wanted> {
  const own = ownParams(endpoint)
  const all = { path: endpoint.path, params: { ...paramsOf(endpoint), ...own } }
  const { limit = limits.usual, page = 1, fields, lang, ...values } = await readValues(all, given)
  return {
    values,
    limit: isLimited(endpoint) ? parseWhole('limit', String(limit), 1, limits.most) : limits.most,
    page: Number(page),
    named: fields as readonly string[] | undefined,
    lang: lang as string | undefined,
  }
}

/** Reads the values. Countries may be named, as on the command line. */
async function readValues(endpoint: Pick<Endpoint, 'path' | 'params'>, given: Json): Promise<Values> {
  try {
    return valuesFromJson(endpoint, given)
  } catch (problem) {
    if (!(problem instanceof UnknownCountry) || !isObject(given)) throw problem
    const { codeOf, withCountry } = await import('../cli/suggest/suggest-country.ts')
    const names = given['country_code'] ?? null
    const country_code = [names].flat().map((name) => (typeof name === 'string' ? codeOf(name) : name))
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
 * cover them: `size` is that of the service.
 */
async function readRecords(
  endpoint: Endpoint,
  wanted: Wanted,
  counted: CountedFetch,
  ports: CallPorts,
  size = typeOf(endpoint).pageSize ?? limits.usual,
): Promise<Found> {
  const { values, limit, page } = wanted
  const start = (page - 1) * limit
  const first = Math.floor(start / size) + 1
  const skipped = start - (first - 1) * size
  const { settings, catalogue, signal, now, progress } = ports
  const emit: ReadPorts['emit'] = (event) => {
    if (event.kind !== 'page') return
    const { pages, lastPage } = event
    return progress(pages, lastPage === undefined ? undefined : Math.max(pages, lastPage - first + 1))
  }
  const { baseUrl, appId } = settings
  const pages = await openReading(
    {
      endpoint,
      values: first > 1 ? { ...values, page: first } : values,
      extra: [],
      extent: { ...onePage, limit: isLimited(endpoint) ? skipped + limit : undefined },
    },
    { baseUrl, appId, catalogue, fetch: counted.fetch, emit, signal, now },
  )
  const records: Json[] = []
  const missing: (string | number)[] = []
  let [total, received] = [undefined as number | undefined, 0]
  for await (const part of pages) {
    const { paging } = part
    if (start > 0 && paging && paging.page_size !== size && paging.page_size > 0 && counted.requests === 1)
      return readRecords(endpoint, wanted, counted, ports, paging.page_size)
    records.push(...part.records)
    missing.push(...(part.missing ?? []))
    received += part.received
    total = paging?.total
  }
  return { records: records.slice(skipped), total: total ?? received, missing }
}

/** Returns a record with the chosen fields, without invisible and control characters. */
function toShow(record: Json, selection: Selection, lang: string | undefined): Json {
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
