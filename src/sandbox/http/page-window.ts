import type { Query } from './query.ts'

/** Which positions of a list a page shows. */
export interface PageWindow {
  readonly from: number
  /** The first that it shows no more. */
  readonly to: number
  readonly paging: Readonly<Record<'page' | 'total' | 'page_size' | 'pages', number>>
}

/** What is wrong with pages, on purpose. */
export interface PageFaults {
  /** A page past the end is the last one again. */
  readonly repeated: boolean
  /** Where a page begins in place of `start`. */
  readonly shift?: (start: number, page: number) => number
}

/** The window of a page. Past the end it is empty. */
export function findWindow(
  total: number,
  { page, size }: Query,
  { repeated, shift }: PageFaults,
): PageWindow {
  const pages = Math.ceil(total / size)
  const shown = repeated ? Math.min(page, Math.max(1, pages)) : page
  const start = (shown - 1) * size
  const from = Math.min(total, shift ? shift(start, shown) : start)
  return {
    from,
    to: Math.min(total, from + size),
    paging: { page: shown, total, page_size: size, pages },
  }
}
