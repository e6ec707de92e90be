import type { RecordPage } from '../read/reading.ts'

/** Returns a page with the sums of two, without their records: those of a long list would not fit into memory. */
export function joinPages(before: RecordPage | undefined, page: RecordPage): RecordPage {
  return {
    ...page,
    records: [],
    recordIds: [],
    count: (before?.count ?? 0) + (page.count ?? page.records.length),
    repeats: (before?.repeats ?? 0) + page.repeats,
    hasChanged: before?.hasChanged === true || page.hasChanged,
    hasGap: before?.hasGap === true || page.hasGap,
    missing: [...(before?.missing ?? []), ...(page.missing ?? [])],
  }
}
