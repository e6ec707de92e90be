/** What goes wrong with pages: lists that move while they are read, and services that answer with another page. */
import type { Strikes } from './strikes.ts'

export interface PageFaults {
  /** The page that is shown in place of the one asked for, of a list with so many. */
  readonly shown: (page: number, pages: number) => number
  /** Where that page begins in place of `start`. */
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

/** A few places off, so that some records repeat and some are never seen. */
function shiftPage(start: number, page: number, { randomFor }: Strikes): number {
  return page === 1 ? start : Math.max(0, start + randomFor('moving pages', page).pick([-3, -2, 2, 3]))
}

/** Records at the head of a list that are not there yet: a tenth of it at first, and one less each time. */
export function yetToCome(total: number, { times }: Strikes): number {
  const come = times('growing-list')
  return come === undefined ? 0 : Math.max(0, Math.ceil(total / 10) - come)
}
