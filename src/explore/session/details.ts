/** Requests besides the pages of a list: details, totals of facets, rounds of a watch. */
import type { AnyEndpoint } from '../../api/endpoint.ts'
import type { RecordName } from '../../api/records/record-types.ts'
import { jsonText } from '../../api/wire/json-text.ts'
import { lenders } from '../../commands/resources/lenders.ts'
import { loans } from '../../commands/resources/loans.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { Json } from '../../ports/json.ts'
import { openReading } from '../../read/open-reading.ts'
import type { ReadPorts } from '../../read/reading.ts'
import { firstIdOf } from '../../read/record-ids.ts'
import { readPages } from '../../stages/read-pages.ts'
import { inTurns } from '../rows/in-turns.ts'
import type { Place } from '../state/place.ts'

/** The endpoint with more fields of the records of a list. */
export const detailEndpoints: Readonly<Partial<Record<RecordName, AnyEndpoint>>> = {
  loan_listing: loans.endpoints.show,
  lender_listing: lenders.endpoints.show,
}

/** Reads the details of records into their rows. The service may have none of them. */
export async function readDetails(
  { type, rows }: Place,
  ids: readonly string[],
  ports: ReadPorts & Pick<Context, 'yieldToEvents'>,
): Promise<void> {
  const endpoint = type.name && detailEndpoints[type.name]
  if (!endpoint) return
  try {
    for await (const { records } of readPages({ endpoint, values: {}, ids: each(ids) }, ports))
      await inTurns(records, (some) => rows.update(some), ports.yieldToEvents)
  } catch (error) {
    if (!(error instanceof KivaError && error.status === 404)) throw error
  }
}

async function* each(ids: readonly string[]): AsyncGenerator<string> {
  yield* ids
}

/** Returns the number of records that an endpoint has for these values, from one request. */
export async function totalOf(
  { endpoint, values, extra }: Place['invocation'],
  ports: ReadPorts,
): Promise<number | undefined> {
  const extent = { all: false, limit: 1, concurrency: 1, strict: false }
  for await (const { paging } of await openReading({ endpoint, values, extra, extent }, ports))
    return paging?.total
  return undefined
}

/** The records that a round of a watch reads again. */
const mostWatched = 100

/**
 * Reads the beginning of a watched list again. Changed records get their new values; new ones are only reported, so that
 * no row moves.
 */
export async function readRound(
  { rows, count, type, invocation: { endpoint, values, extra } }: Place,
  ports: ReadPorts,
): Promise<ReadonlyMap<string, 'new' | 'changed'>> {
  const extent = { all: false, limit: Math.min(count, mostWatched), concurrency: 1, strict: false }
  const changes = new Map<string, 'new' | 'changed'>()
  const records: Json[] = []
  for await (const page of await openReading({ endpoint, values, extra, extent }, ports))
    records.push(...page.records)
  const before = new Map(records.flatMap((record) => known(record)))
  function known(record: Json): readonly (readonly [number, string])[] {
    const key = firstIdOf(record, type.idFields ?? [])
    const index = key === undefined ? undefined : rows.indexOf(key)
    if (key !== undefined && index === undefined) changes.set(key, 'new')
    return index === undefined ? [] : [[index, jsonText(rows.record(index))]]
  }
  rows.update(records)
  for (const [index, text] of before)
    if (jsonText(rows.record(index)) !== text) changes.set(rows.key(index), 'changed')
  return changes
}
