/**
 * The pages of a call, one after the other, and the records in them. One page for now, but for lists of ids longer
 * than the service takes: they are asked for in chunks. Reading on to the last page belongs here too.
 */
import { type Endpoint, pathNames, type Value, type Values } from '../api/endpoint.ts'
import { longestList } from '../api/gaps.ts'
import { decodeReply, type Page } from '../api/reply.ts'
import type { HttpReply, Json } from '../context.ts'
import { KivaError } from '../errors.ts'

export type Fetch = (values: Values) => Promise<HttpReply>

/** The name of the path param that takes several ids, if the endpoint has one. */
export function listedName(endpoint: Endpoint): string | undefined {
  return pathNames(endpoint).find((name) => endpoint.params[name]?.list)
}

/** Reads the pages of a call, each asked for when it is wanted. Throws `KivaError`. */
export async function* readPages(
  endpoint: Endpoint,
  values: Values,
  fetch: Fetch,
  now: () => number,
): AsyncGenerator<Page, void> {
  const chunks = chunked(endpoint, values)
  let unknown: KivaError | undefined
  let found = false
  for (const chunk of chunks) {
    try {
      yield decodeReply(endpoint, await fetch(chunk), now())
      found = true
    } catch (error) {
      // None of this chunk's ids exists; those of another chunk may.
      if (!(error instanceof KivaError && error.status === 404 && chunks.length > 1)) throw error
      unknown = error
    }
  }
  if (!found && unknown) throw unknown
}

/** The values in parts that the service takes: one, but for a list of ids that is too long. */
export function chunked(endpoint: Endpoint, values: Values): readonly Values[] {
  const name = listedName(endpoint)
  const size = (longestList as Readonly<Record<string, number>>)[endpoint.returns]
  if (name === undefined || size === undefined) return [values]
  const ids = values[name] as readonly (string | number)[]
  const starts = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => index * size)
  return starts.map((start): Values => ({ ...values, [name]: ids.slice(start, start + size) as Value }))
}

/** What has been delivered of a call, for the words at its end. */
export interface Tally {
  delivered: number
  /** The last page that was read. */
  page: Page
  /** Values of the id field of each record, lower-case, where the call was for a list of ids. */
  readonly found: Set<string>
}

/**
 * The records of the pages, at most `limit`, counted in `tally`. A failure after the first page becomes `partial`:
 * what came before it has been delivered.
 */
export async function* recordsOf(
  rest: AsyncIterator<Page, void>,
  tally: Tally,
  { limit = Number.POSITIVE_INFINITY, idField }: { limit?: number | undefined; idField: string | undefined },
): AsyncGenerator<Json> {
  for (let page: Page | undefined = tally.page; page; page = await nextPage(rest, tally)) {
    tally.page = page
    for (const record of page.records) {
      if (tally.delivered >= limit) return
      tally.delivered += 1
      if (idField !== undefined) tally.found.add(String(Object(record)[idField]).toLowerCase())
      yield record
    }
  }
}

async function nextPage(rest: AsyncIterator<Page, void>, tally: Tally): Promise<Page | undefined> {
  try {
    const next = await rest.next()
    return next.done ? undefined : next.value
  } catch (cause) {
    if (!(cause instanceof KivaError) || cause.kind === 'interrupted' || cause.kind === 'terminated')
      throw cause
    throw cause.retold('partial', `Stopped after ${tally.delivered} records: ${cause.message}`)
  }
}
