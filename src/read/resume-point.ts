/** Computes where a run can resume, from the pages that were written. Pure. */
import type { RecordPage, ResumePoint } from './reading.ts'
import { type Id, maxSeenIds } from './record-ids.ts'

/** The resume point before anything is read. */
export const noResumePoint: ResumePoint = {
  asked: '',
  delivered: 0,
  ids: [],
  repeats: 0,
  hasChanged: false,
  missing: [],
  missingCount: 0,
}

/** Number of missing ids that are stored by name; further ones are only counted. */
const maxMissing = 100

/**
 * Returns the resume point after another page was written. `digest` hashes a list of ids, for a checkpoint.
 */
export function advance(
  point: ResumePoint,
  page: RecordPage,
  digest?: (text: string) => string,
): ResumePoint {
  const missing = page.missing ?? []
  return {
    delivered: point.delivered + (page.count ?? page.records.length),
    ids: page.recordIds.length === 0 ? point.ids : [...point.ids, ...page.recordIds].slice(-maxSeenIds),
    paging: page.paging,
    repeats: point.repeats + page.repeats,
    hasChanged: point.hasChanged || page.hasChanged,
    hasGap: point.hasGap === true || page.hasGap,
    missing: [...point.missing, ...missing.slice(0, maxMissing - point.missing.length)],
    missingCount: point.missingCount + missing.length,
    next: page.next ?? point.next,
    asked: page.ids ? hashIds(point.asked, page.ids, digest) : point.asked,
  }
}

/** Returns the hash of the ids requested so far, extended by more ids. */
export function hashIds(asked: string, ids: readonly Id[], digest?: (text: string) => string): string {
  return digest ? digest([asked, ...ids].join('\n')) : ''
}
