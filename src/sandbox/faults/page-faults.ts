/**
 * Faults of pages: lists that change while they are read, and replies that hold a different page than
 * requested.
 */
import type { Strikes } from './strikes.ts'

export interface PageFaults {
  /** Returns the number of the page to serve when `page` is requested from a list of `pages` pages. */
  readonly shown: (page: number, pages: number) => number
  /** Returns the position at which that page begins. Without the fault, it is `start`. */
  readonly shifted: (start: number, page: number) => number
}

export function pageFaultsOf(strikes: Strikes): PageFaults {
  const last = (page: number, pages: number) =>
    strikes.has('repeated-pages') ? Math.min(page, Math.max(1, pages)) : page
  return {
    shown: (page, pages) => last(strikes.has('stale-pages') ? Math.max(1, page - 1) : page, pages),
    shifted: (start, page) => (strikes.has('moving-pages') ? shiftPage(start, page, strikes) : start),
  }
}

/**
 * Moves the start of a page by two or three positions, so that a client sees some records twice and misses
 * others.
 */
function shiftPage(start: number, page: number, { randomFor }: Strikes): number {
  return page === 1 ? start : Math.max(0, start + randomFor('moving pages', page).pick([-3, -2, 2, 3]))
}

/**
 * Returns the number of records to hide at the head of a list. It starts at a tenth of the list and falls by
 * one with each request.
 */
export function yetToCome(total: number, { times }: Strikes): number {
  const come = times('growing-list')
  return come === undefined ? 0 : Math.max(0, Math.ceil(total / 10) - come)
}
