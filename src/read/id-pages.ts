/** Reads records by id, one page per chunk of ids. */
import type { RecordType } from '../api/records/record-types.ts'
import { KivaError } from '../errors.ts'
import type { FetchPage, RawPage } from './fetch-page.ts'
import type { IdChunk } from './id-chunks.ts'
import type { IdPlan } from './plan.ts'
import { prefetch } from './prefetch.ts'
import { matchIds } from './record-ids.ts'

/**
 * Yields the pages in the order of the ids. Ids that do not exist are listed as missing; if none exists, the
 * service's 404 is thrown.
 */
export async function* idPages(
  { chunks, done }: IdPlan,
  { idFields = [] }: RecordType,
  fetchPage: FetchPage,
  concurrency: number,
): AsyncGenerator<RawPage, void> {
  let notFound: KivaError | undefined
  let isFound = done > 0
  let count = done
  const read = async ({ ids, request }: IdChunk): Promise<RawPage> => {
    try {
      const page = await fetchPage(request)
      isFound = true
      return { ...page, ids, ...matchIds(page.records, ids, idFields) }
    } catch (error) {
      // None of this chunk's ids exists, but ids of other chunks may.
      if (!(error instanceof KivaError && error.status === 404)) throw error
      notFound = error
      return { records: [], single: false, paging: undefined, headers: {}, ids, missing: ids }
    }
  }
  const next = async () => (await chunks.next()).value ?? undefined
  for await (const page of prefetch(next, read, concurrency)) yield { ...page, next: ++count }
  if (!isFound && notFound) throw notFound
}
