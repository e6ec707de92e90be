/**
 * Opens a request for records: the only way from a request to pages of items.
 *
 * In this folder, `request.ts` is the request as a value. `read.ts` reads pages for it, as `plan.ts` says which, through
 * `pages.ts` and `prefetch.ts`. `stages.ts` puts the stages in their order: derived fields, filters, marks, order and limit
 * (`filters.ts`), then groups, jq, fields. `identity.ts` says when two runs are the same. Nothing here prints or writes files.
 */

import { type Catalogue, listedParam, type Values } from '../api/endpoint.ts'
import { listSeparator } from '../api/gaps.ts'
import type { Context } from '../core/context.ts'
import { dashed } from '../core/shell-word.ts'
import { formatOf, type OutputFormat } from '../output/formats.ts'
import { type Ending, endingWith, ReadingEnd } from './ending.ts'
import { openReading } from './read.ts'
import { type AllowReading, gateOf } from './read-gate.ts'
import { readIds, readValues } from './read-ids.ts'
import type { ReadingRequest, ReadPorts, RecordPage, ResumePoint } from './reading.ts'
import { extentOf, type ReadLimit, type RecordsRequest } from './request.ts'
import { RequestsSpent } from './request-limit.ts'
import { type ItemPage, runStages, type Stage } from './stage.ts'
import type { Stages } from './stages.ts'

/** The parts of a context that reading uses. Its `signal` cancels the reading, and its `emit` gets the progress. */
export interface RecordsContext
  extends Pick<
    Context,
    'settings' | 'fetch' | 'emit' | 'now' | 'signal' | 'stdin' | 'jq' | 'say' | 'state' | 'files'
  > {
  readonly catalogue: Catalogue
  /** Pictures are shown, which need the fields with their addresses. */
  readonly hasPictures?: boolean
}

/** How a consumer reads a request. */
export interface How {
  /** The format that prints the items. Default: `ndjson`, which shows all fields. */
  readonly output?: OutputFormat
  /** Where an earlier run ended. */
  readonly from?: ResumePoint | undefined
  /** Needed to resume a list of ids. */
  readonly digest?: ((text: string) => string) | undefined
  /** Returns how much to read, in place of what the request reads. */
  readonly extent?: (asked: ReadLimit) => ReadLimit
  /** Stages after those of the request. */
  readonly after?: readonly Stage[]
  /** Decides whether a long list may be read without `--all`. Without this, it may. */
  readonly allow?: AllowReading | undefined
  /** Once its requests are spent, the reading ends as if the list did, if it has a page. Without this, it throws. */
  readonly endsWhenSpent?: boolean | undefined
  /** Called once the request is known to be valid, before the stages are loaded. */
  onPlanned?(): void
}

/** A request that is ready to be read. */
export interface OpenRecords<R> extends Omit<Stages, 'open'> {
  /** The request as it is read: with the ids to find that standard input had, and with how much of the list is read. */
  readonly request: R & { readonly extent: ReadLimit }
  /**
   * Reads the records, from the start at each call. Pages are requested as they are consumed. Ending the iteration
   * cancels pending requests. Throws `KivaError`, after the pages before it.
   */
  read(): AsyncGenerator<ItemPage, void>
  /** Returns how the last reading ended: `closed` before its end. */
  ending(): Ending
}

/** Opens a request. Throws `KivaError` of kind `usage` or `config`, before anything is sent. */
export async function openRecords<R extends RecordsRequest>(
  typed: R,
  context: RecordsContext,
  {
    output = 'ndjson',
    from,
    digest,
    extent = (asked) => asked,
    after = [],
    allow,
    endsWhenSpent = false,
    onPlanned,
  }: How = {},
): Promise<OpenRecords<R>> {
  const found = await withIdsToFind(typed, context)
  const request = { ...found, extent: extentOf(found) }
  if (context.settings.verbosity > 0)
    for (const [name, value] of Object.entries(await sentFor(found)))
      await context.say(`* --filter also sends --${dashed(name)} ${[value].flat().join(listSeparator)}`)
  const ports = readPorts(context, context.signal, digest)
  const plan = async () => {
    const reading = await readingRequest(request, context)
    const gate = gateOf(found, context.settings, allow)
    const end = new ReadingEnd()
    const whole = { ...reading, extent: extent(reading.extent), from }
    return { end, pages: await openReading(whole, { ...ports, gate }, end) }
  }
  let planned: Awaited<ReturnType<typeof plan>> | undefined = await plan()
  let last = planned.end
  onPlanned?.()
  const settings = { ...context.settings, output }
  const { open, ...stages } = await loadStages(request, { ...context, settings }, ports)
  return {
    ...stages,
    request,
    ending: () => last.ending ?? 'closed',
    async *read() {
      const { end, pages } = planned ?? (await plan())
      planned = undefined
      last = end
      try {
        yield* runStages(endsWhenSpent ? untilSpent(pages, end) : pages, [...(await open(end)), ...after])
      } catch (error) {
        end.at(endingWith(error))
        throw error
      }
    },
  }
}

/** Ends the pages once the requests are spent. */
async function* untilSpent(
  pages: AsyncGenerator<RecordPage, void>,
  end: ReadingEnd,
): AsyncGenerator<RecordPage, void> {
  let isEmpty = true
  try {
    for await (const page of pages) {
      yield page
      isEmpty = false
    }
  } catch (problem) {
    if (isEmpty || !(problem instanceof RequestsSpent)) throw problem
    end.at('requests')
  }
}

/** Returns the reader's ports for a run. */
export function readPorts(
  {
    settings: { baseUrl, appId },
    catalogue,
    fetch,
    emit,
    now,
  }: Pick<RecordsContext, 'settings' | 'catalogue' | 'fetch' | 'emit' | 'now'>,
  signal: AbortSignal,
  digest?: (text: string) => string,
): ReadPorts {
  return { baseUrl, appId, catalogue, fetch, emit, signal, now, digest }
}

/** Loads the stages of a request, and their effect on the output. Most requests have none. */
async function loadStages(
  request: RecordsRequest,
  context: RecordsContext & { readonly settings: { readonly output: OutputFormat } },
  ports: ReadPorts,
): Promise<Stages> {
  const { jq, fields, derive, filter, mark, groups } = request
  const format = formatOf(context.settings.output)
  if (!jq && !fields.paths && !derive && !filter && !mark && !groups && !format.needsAll)
    return { open: async () => [], renderer: (render) => render }
  return (await import('./stages.ts')).openStages(request, format, context, ports)
}

/** Returns the values that are sent for conditions of filters. */
export const sentFor = async (request: RecordsRequest): Promise<Values> =>
  request.filter?.matching ? (await import('./narrow.ts')).conditionsToSend(request) : {}

type Input = Pick<RecordsContext, 'stdin' | 'signal'>

/** Returns what the reader reads for a request. Throws `KivaError` of kind `usage`. */
export async function readingRequest(
  request: RecordsRequest,
  { stdin, signal }: Input,
): Promise<ReadingRequest> {
  const { endpoint, extra, filter, mark, fromInput } = request
  const values = { ...request.values, ...(await sentFor(request)) }
  const asked = extentOf(request)
  // The limit applies to the records that filters and marks keep.
  const extent = filter || mark ? { ...asked, limit: undefined } : asked
  const reading = { endpoint, values, extra, extent }
  if (!fromInput) return reading
  const listed = listedParam(endpoint)
  return listed === undefined
    ? { ...reading, values: await readValues(request, stdin, signal) }
    : { ...reading, ids: readIds(request, listed, stdin, signal) }
}

/** Returns a request with the ids to find that come from standard input. Throws `KivaError` of kind `usage`. */
export async function withIdsToFind<R extends RecordsRequest>(
  request: R,
  { stdin, signal }: Input,
): Promise<R> {
  const { endpoint, filter, fromInput } = request
  if (!filter || !fromInput || endpoint.finds === undefined) return request
  const only: string[] = []
  for await (const id of readIds(request, endpoint.finds, stdin, signal)) only.push(String(id))
  return { ...request, filter: { ...filter, only } }
}
