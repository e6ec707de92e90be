/** Requests besides the pages of a list: details, totals of facets, rounds of a watch. */
import type { AnyEndpoint } from '../../api/endpoint.ts'
import { fieldsOf } from '../../api/records/derived-fields.ts'
import type { Fields } from '../../api/records/fields.ts'
import type { RecordName } from '../../api/records/record-types.ts'
import { lenders } from '../../commands/resources/lenders.ts'
import { loans } from '../../commands/resources/loans.ts'
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { toAsync } from '../../core/lazy.ts'
import { clean } from '../../output/gate/text.ts'
import { changeWords } from '../../output/words/change-words.ts'
import { changeOf, type RecordChange } from '../../records/changes.ts'
import type { RecordsContext } from '../../records/open.ts'
import { openReading } from '../../records/read.ts'
import { readPages } from '../../records/read-pages.ts'
import { onePage, type ReadPorts } from '../../records/reading.ts'
import { firstIdOf } from '../../records/record-ids.ts'
import { openList } from '../session/open-tab.ts'
import type { FoundChange, Tab } from '../state/tab.ts'
import { inTurns } from './readings.ts'

/** The endpoint with more fields of the records of a list. */
export const detailEndpoints: Readonly<Partial<Record<RecordName, AnyEndpoint>>> = {
  loan_listing: loans.endpoints.show,
  lender_listing: lenders.endpoints.show,
}

/** Reads the details of records into their rows. The API may know none of them. */
export async function readDetails(
  { type, rows }: Tab,
  ids: readonly string[],
  ports: ReadPorts & Pick<Context, 'yieldToEvents'>,
): Promise<void> {
  const endpoint = type.name && detailEndpoints[type.name]
  if (!endpoint) return
  try {
    for await (const { records } of readPages({ endpoint, values: {}, ids: toAsync(ids) }, ports))
      await inTurns(records, (part) => rows.update(part), ports.yieldToEvents)
  } catch (error) {
    if (!(error instanceof KivaError && error.status === 404)) throw error
  }
}

/** Returns the number of records that an endpoint has for these values, from one request. */
export async function totalOf(
  { endpoint, values, extra }: Tab['invocation'],
  ports: ReadPorts,
): Promise<number | undefined> {
  const extent = { ...onePage, limit: 1 }
  for await (const { paging } of await openReading({ endpoint, values, extra, extent }, ports))
    return paging?.total
  return undefined
}

function foundChange(change: RecordChange, fields: Fields): FoundChange | undefined {
  const { event } = change
  if (event === 'added') return { event }
  return event === 'changed'
    ? { event, words: clean(changeWords({ changes: change.changes }, fields)) }
    : undefined
}

/** The records of a round of a watch, before filters. */
const mostWatched = 100

/**
 * Reads the first records of a watched list again, through the same stages, and merges them into its rows. Returns what is
 * new and what changed, by key, and the age of what was read. New records are not added, so that no row moves.
 */
export async function readRound(
  { rows, count, pageSize = 0, type, invocation }: Tab,
  context: RecordsContext,
): Promise<{ readonly changes: Tab['changes']; readonly age: number }> {
  const limit = Math.min(Math.max(count, pageSize), mostWatched)
  const { read } = await openList(invocation, context, { extent: () => ({ ...onePage, limit }) })
  const records: Json[] = []
  let age = 0
  for await (const { page, items } of read()) {
    records.push(...items.flatMap(({ outputs }) => outputs))
    age = Math.max(age, page.cacheAge ?? 0)
  }
  const keys = records
    .map((record) => firstIdOf(record, type.idFields ?? []))
    .filter((key) => key !== undefined)
  const loaded = (key: string): Json | undefined => {
    const index = rows.indexOf(key)
    return index === undefined ? undefined : rows.record(index)
  }
  const before = new Map(keys.map((key) => [key, loaded(key)]))
  rows.update(records)
  const fields = fieldsOf(type)
  const changes = new Map(
    [...before].flatMap(([key, record]) => {
      const change = changeOf(record, loaded(key) ?? null)
      const found = change && foundChange(change, fields)
      return found ? [[key, found]] : []
    }),
  )
  return { changes, age }
}
