/** Calls a tool: its arguments become a request for records, whose records are the answer. */
import { type Endpoint, isLimited, listedParam, typeOf } from '../api/endpoint.ts'
import { parseWhole } from '../api/values.ts'
import { commandTree } from '../cli/command-tree.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { withMe } from '../cli/me.ts'
import { parse } from '../cli/parse.ts'
import { readInvocation } from '../cli/read-invocation.ts'
import { replaceBySearch } from '../cli/rewrite.ts'
import type { Commands } from '../commands/action.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isList, isObject, type Json, type JsonObject } from '../core/json.ts'
import { dashed } from '../core/shell-word.ts'
import { cleanRecord } from '../output/gate/text.ts'
import { age } from '../output/words/span.ts'
import { openRecords, type RecordsContext } from '../records/open.ts'
import { onePage } from '../records/reading.ts'
import type { ReadLimit, RecordsRequest } from '../records/request.ts'
import type { ItemPage } from '../records/stage.ts'
import {
  inArguments,
  readArguments,
  readValues,
  refuseInput,
  type Wanted,
  withoutEmpty,
} from './arguments.ts'
import { chooseFields, toShow } from './fields.ts'
import { type CountedFetch, maxRequests } from './one-at-a-time.ts'
import { argumentsOf, inputsOf, limits, type Tool } from './tools.ts'

/** Runs the code of an action whose JSON is the answer of a tool. */
export type RunAction = (name: string, values: object, context: Context) => Promise<void>

/** What a call reads with. */
export interface CallPorts {
  readonly context: Context
  readonly commands: Commands
  readonly runAction: RunAction
  readonly open: (most?: number) => CountedFetch
  readonly signal: AbortSignal
  /** Reports that a page was read, out of a number of pages if known. */
  progress(pages: number, total: number | undefined): Promise<void>
}

/** Returns the answer to a call. `given` are its arguments by name. Throws `KivaError`. */
export async function callTool({ of, ...tool }: Tool, given: Json, ports: CallPorts): Promise<JsonObject> {
  try {
    return 'endpoint' in of
      ? await callEndpoint(of.endpoint, given, ports)
      : await callAction({ of, ...tool }, given, ports)
  } catch (error) {
    throw inArguments(error)
  }
}

/** Returns the answer with the records of an endpoint, as {@link callTool}. */
export const callEndpoint = async (endpoint: Endpoint, given: Json, ports: CallPorts): Promise<JsonObject> =>
  answerOf(await readArguments(endpoint, given, ports.context), ports)

/** Returns the answer with the records of a request, after at most so many HTTP requests. Throws `KivaError`. */
export async function answerOf(wanted: Wanted, ports: CallPorts, most?: number): Promise<JsonObject> {
  const { request, limit, page, named, lang } = wanted
  const { endpoint, groups, derive, filter } = request
  const chosen = groups ? undefined : await chooseFields(request, named)
  // Filters and groups need the whole list, and derived fields other records.
  const isPage = !filter && !groups
  const counted = ports.open(most ?? (isPage && !derive ? maxRequests.page : maxRequests.list))
  const found = isPage ? await readPage(wanted, counted, ports) : await readList(wanted, counted, ports)
  const { records, total, missing, part = {} } = found
  if (records.length === 0 && missing.length > 0)
    throw new KivaError('refused', `no ${typeOf(endpoint).noun} found`)
  if (groups?.isCount) return sourced({ count: records[0] ?? 0, ...part }, counted, ports)
  const selection = chosen?.selection ?? new Map()
  const hasNext = (isPage ? endpoint.paged === true : !groups) && page * limit < total
  const answer = {
    records: records.map((record) => (isObject(record) ? toShow(record, selection, lang) : record)),
    total,
    next_page: hasNext ? page + 1 : null,
    left_out: chosen?.leftOut ?? [],
    ...part,
    ...(missing.length > 0 && { missing }),
  }
  return sourced(answer, counted, ports)
}

/** Adds where the records come from, and what they cost. */
const sourced = (
  answer: JsonObject,
  { requests, oldest }: CountedFetch,
  { context: { settings } }: CallPorts,
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

interface Found {
  readonly records: readonly Json[]
  readonly total: number
  readonly missing: readonly (string | number)[]
  /** Of a longer list, how many records were read, and how many it has. */
  readonly part?: { readonly read: number; readonly listed: number } | undefined
}

/**
 * Reads the records of one page of `limit` records. The service has pages of another size, so this reads those that
 * cover them: `reported` is their size, if the service reported another one than the usual.
 */
async function readPage(
  wanted: Wanted,
  counted: CountedFetch,
  ports: CallPorts,
  reported?: number,
): Promise<Found> {
  const { request, limit, page } = wanted
  const { endpoint, values } = request
  const size = reported ?? typeOf(endpoint).pageSize ?? limits.usual
  const start = (page - 1) * limit
  const first = Math.floor(start / size) + 1
  const skipped = start - (first - 1) * size
  const ofPage = first > 1 ? { ...request, values: { ...values, page: first } } : request
  const extent = { ...onePage, limit: isLimited(endpoint) ? skipped + limit : undefined }
  const records: Json[] = []
  const missing: (string | number)[] = []
  let [total, received] = [undefined as number | undefined, 0]
  for await (const part of await pagesOf(ofPage, () => extent, counted, ports)) {
    const { paging } = part.page
    const isFirst = reported === undefined && received === 0
    if (isFirst && start > 0 && paging && paging.page_size !== size && paging.page_size > 0)
      return readPage(wanted, counted, ports, paging.page_size)
    records.push(...outputsOf(part))
    missing.push(...(part.page.missing ?? []))
    received += part.page.received
    total = paging?.total
  }
  return { records: records.slice(skipped), total: total ?? received, missing }
}

/** The most records of a list that a call reads: the other requests are for derived fields. */
const mostRead = 400

/** Reads a list through its filters and groups: of a long one, the first records. Returns those of the page. */
async function readList(
  { request, limit, page }: Wanted,
  counted: CountedFetch,
  ports: CallPorts,
): Promise<Found> {
  const { endpoint, groups } = request
  const isLong = listedParam(endpoint) === undefined && !typeOf(endpoint).single
  const most = isLong && endpoint.finds === undefined ? mostRead : undefined
  const extent = (asked: ReadLimit) => ({ ...asked, all: isLong, limit: most, concurrency: 1 })
  const records: Json[] = []
  const missing: (string | number)[] = []
  let [read, listed] = [0, 0]
  for await (const part of await pagesOf(request, extent, counted, ports)) {
    records.push(...outputsOf(part))
    missing.push(...(part.page.missing ?? []))
    read += part.page.count ?? part.page.received
    // A search for ids needs no more of the list.
    listed = most === undefined ? read : (part.page.paging?.total ?? read)
  }
  const start = groups ? 0 : (page - 1) * limit
  return {
    records: groups ? records : records.slice(start, start + limit),
    total: records.length,
    missing,
    part: read < listed ? { read, listed } : undefined,
  }
}

const outputsOf = ({ items }: ItemPage): readonly Json[] => items.flatMap(({ outputs }) => outputs)

/** Reads the pages of a request, and reports each. */
async function pagesOf(
  request: RecordsRequest,
  extent: (asked: ReadLimit) => ReadLimit,
  { fetch }: CountedFetch,
  { context, commands: { catalogue }, signal, progress }: CallPorts,
): Promise<AsyncIterable<ItemPage>> {
  const first = Number(request.values['page'] ?? 1)
  const emit: RecordsContext['emit'] = (event) => {
    if (event.kind !== 'page') return
    const { pages, lastPage } = event
    return progress(pages, lastPage === undefined ? undefined : Math.max(pages, lastPage - first + 1))
  }
  const reading = { ...context, catalogue, signal, fetch, emit, say: async () => {} }
  return (await openRecords(request, reading, { output: 'json', extent })).read()
}

/** Runs an action by its command line. One that searches or finds records has an answer like an endpoint. */
async function callAction(tool: Tool, given: Json, ports: CallPorts): Promise<JsonObject> {
  const { context, commands, runAction, signal } = ports
  const {
    limit = limits.usual,
    fields,
    ...values
  } = await readValues({ path: '', params: inputsOf(tool) }, withoutEmpty(given))
  const most = parseWhole('limit', String(limit), 1, limits.most)
  const named = fields as readonly string[] | undefined
  const derived = named?.filter((name) => /^derived\b/.test(name)) ?? []
  const words = wordsOf(tool, { ...values, ...(derived.length > 0 && { fields: derived }) })
  const parsed = replaceBySearch(parse(words, commandTree(commands)))
  const settings = { ...context.settings, output: 'json' as const }
  const invocation = await readInvocation(parsed, commands, async () => settings, context)
  if (invocation.kind === 'endpoint') {
    const request: EndpointInvocation = { ...(await withMe(invocation, context.me)), fields: noFields }
    return answerOf({ request, limit: most, page: 1, named, lang: undefined }, ports)
  }
  if (invocation.kind !== 'action') throw new KivaError('bug', `kiva ${words.join(' ')} prints no records`)
  const counted = ports.open(maxRequests.list)
  let value: Json = null
  const print: Context['print'] = async (printed) => {
    value = printed as Json
  }
  const acting = { ...context, settings, signal, fetch: counted.fetch, say: async () => {}, print } as Context
  await runAction(invocation.action.name, invocation.values, acting).catch((error: unknown) => {
    // What was found is an answer: it names the parts that failed.
    if (value === null || !(error instanceof KivaError && error.kind === 'partial')) throw error
  })
  const clean = cleanRecord(value)
  return sourced(isObject(clean) ? clean : { records: clean }, counted, ports)
}

/** The fields are chosen from whole records. */
const noFields = { paths: undefined, csvSafe: false }

/**
 * Returns the words after `kiva`: arguments come last, so that none is read as an option. `today` leaves the marks of
 * the user where they are: nothing here writes.
 */
function wordsOf(tool: Tool, values: Readonly<Record<string, unknown>>): readonly string[] {
  const command = tool.name === 'today' ? ['today', '--peek'] : tool.name.split('_')
  const args = argumentsOf(tool)
  const textsOf = (value: unknown) =>
    (isList(value as Json) ? (value as readonly Json[]) : [value]).map(String)
  const options = Object.entries(values).flatMap(([name, value]) =>
    args.includes(name) || value === undefined
      ? []
      : textsOf(value).map((text) => `--${dashed(name)}=${text}`),
  )
  const given = args.flatMap((name) => (values[name] === undefined ? [] : textsOf(values[name])))
  for (const name of args) if (values[name] !== undefined) refuseInput(name, textsOf(values[name]))
  return [...command, ...options, '--', ...given]
}
