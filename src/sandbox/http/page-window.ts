import type { PageFaults } from '../faults/page-faults.ts'
import type { Query } from './query.ts'

/** The positions of a list that a page shows. */
export interface PageWindow {
  readonly from: number
  /** The position after the last one on the page. */
  readonly to: number
  readonly paging: Readonly<Record<'page' | 'total' | 'page_size' | 'pages', number>>
}

/** Returns the positions of a page. Past the end of the list, the page is empty. */
export function findWindow(total: number, { page, size }: Query, faults: PageFaults): PageWindow {
  const pages = Math.ceil(total / size)
  const shown = faults.shown(page, pages)
  const from = Math.min(total, faults.shifted((shown - 1) * size, shown))
  return {
    from,
    to: Math.min(total, from + size),
    paging: { page: shown, total, page_size: size, pages },
  }
}
