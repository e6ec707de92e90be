/** What stages do with items and their pages. */
import type { Json } from '../core/json.ts'
import type { RecordPage } from './reading.ts'
import type { Item } from './stage.ts'

/** Returns what is printed for an item so far: one value, or `undefined` once a filter has dropped it. */
export const outputOf = ({ outputs }: Item): Json | undefined => outputs[0]

/** Returns the item without outputs: it counts as read and is not printed. */
export const dropped = (item: Item): Item => ({ ...item, outputs: [] })

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
