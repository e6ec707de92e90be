/**
 * Faults of pages: lists that change while they are read, and replies that hold a different page than
 * requested.
 */
import type { ActiveFaults } from './active-faults.ts'

export interface PageFaults {
  /** Returns the number of the page to serve when `page` is requested from a list of `pages` pages. */
  readonly shown: (page: number, pages: number) => number
  /** Returns the position at which that page begins. Without the fault, it is `start`. */
  readonly shifted: (start: number, page: number) => number
}

export function pageFaultsOf(activeFaults: ActiveFaults): PageFaults {
  const last = (page: number, pages: number) =>
    activeFaults.has('repeated-pages') ? Math.min(page, Math.max(1, pages)) : page
  return {
    shown: (page, pages) => last(activeFaults.has('stale-pages') ? Math.max(1, page - 1) : page, pages),
    shifted: (start, page) =>
      activeFaults.has('moving-pages') ? shiftPage(start, page, activeFaults) : start,
  }
}

/**
 * Moves the start of a page by two or three positions, so that a client sees some records twice and misses
 * others.
 */
function shiftPage(start: number, page: number, { randomFor }: ActiveFaults): number {
  return page === 1 ? start : Math.max(0, start + randomFor('moving pages', page).pick([-3, -2, 2, 3]))
}

/**
 * Returns the number of records to hide at the head of a list. It starts at a tenth of the list and falls by
 * one with each request.
 */
export function countHidden(total: number, { times }: ActiveFaults): number {
  const requests = times('growing-list')
  return requests === undefined ? 0 : Math.max(0, Math.ceil(total / 10) - requests)
}
