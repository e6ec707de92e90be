import { KivaError } from '../errors.ts'
import type { RawPage } from './fetch-page.ts'
import type { RecordPage, ResumePoint } from './reading.ts'
import { firstIdOf } from './record-ids.ts'
import { SeenIds } from './seen-ids.ts'

/** The most consecutive pages without a new record: as many pages as fill the remembered ids. */
const maxRepeatedPages = 250

const growsTooFast = () =>
  new KivaError('partial', 'the list grows faster than it is read', {
    hint: 'Read less with --limit, or faster with --concurrency.',
  })

export interface UniqueOptions {
  /** The fields that contain a record's id; empty if records cannot repeat. */
  readonly idFields: readonly string[]
  readonly limit: number | undefined
  readonly from: ResumePoint | undefined
  /** Called with the number of records dropped from a page, so that as many more are read. */
  onDropped(repeats: number): void
}

/**
 * Drops repeated records, stops at the limit, and records whether the list changed.
 * Throws `KivaError` of kind `partial`.
 */
export async function* uniqueRecords(
  pages: AsyncIterable<RawPage>,
  { idFields, limit = Number.POSITIVE_INFINITY, from, onDropped }: UniqueOptions,
): AsyncGenerator<RecordPage, void> {
  const seen = new SeenIds(from?.ids)
  let before = from?.paging
  let taken = from?.delivered ?? 0
  let isFirst = true
  let repeatedPages = 0
  for await (const page of pages) {
    const { paging, end } = page
    const recordIds: string[] = []
    let repeats = 0
    const isNew = (record: RawPage['records'][number]) => {
      if (taken >= limit) return false
      const id = idFields.length > 0 ? firstIdOf(record, idFields) : undefined
      if (id !== undefined && !seen.add(id)) {
        repeats += 1
        return false
      }
      if (id !== undefined) recordIds.push(id)
      taken += 1
      return true
    }
    // Instead of a page beyond the end, the service sends an earlier page again.
    const records = end === 'clamped' || end === 'repeated' ? [] : page.records.filter(isNew)
    const hasNewTotal = before !== undefined && paging !== undefined && before.total !== paging.total
    const hasChanged = hasNewTotal || repeats > 0 || (end !== undefined && paging !== undefined && !isFirst)
    before = paging
    isFirst = false
    yield {
      ...page,
      records,
      received: page.records.length,
      repeats,
      recordIds,
      hasChanged,
      hasGap: page.hasGap === true,
    }
    if (taken >= limit) return
    onDropped(repeats)
    repeatedPages = repeats > 0 && records.length === 0 ? repeatedPages + 1 : 0
    if (repeatedPages === maxRepeatedPages) throw growsTooFast()
  }
}
