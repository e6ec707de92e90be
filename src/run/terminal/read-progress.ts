import type { Plan } from '../plan.ts'
import type { Delivery } from '../print/delivery.ts'

/** How far a reading has come. */
export interface ReadProgress {
  /** Written in this run; read, where what comes of them is written at the end. */
  readonly records: number
  /** Read in this run. */
  readonly pages: number
  /** The number of the last one. */
  readonly page: number
  /** The number of the last one that is wanted; `undefined` where nobody knows. */
  readonly lastPage: number | undefined
}

/** How far the reading of a plan has come, by so many records of it. Parts of a list of ids are pages without a number. */
export function readProgress(plan: Plan, { before, pages, page }: Delivery, records: number): ReadProgress {
  const these = records - before
  if (plan.kind === 'ids') return { records: these, pages, page: pages, lastPage: undefined }
  const { wanted = 1, first } = plan
  const size = page.paging?.page_size || page.records.length || 1
  const there = page.paging?.pages ?? (Number.isFinite(wanted) ? Number.POSITIVE_INFINITY : undefined)
  const last = there === undefined ? undefined : Math.min(there, first - 1 + Math.ceil(wanted / size))
  return { records: these, pages, page: (page.next ?? first + 1) - 1, lastPage: last }
}
