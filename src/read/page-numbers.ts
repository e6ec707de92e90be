/** Decides which pages of a list to request next, from the pages received so far. Pure. */
import { firstPage } from '../api/gaps.ts'
import type { Page, Paging } from '../api/wire/reply.ts'
import type { Json } from '../core/json.ts'

/**
 * Signs that a list has ended: the service sends its last page again, an empty page,
 * or the same page as before.
 */
export type EarlyEnd = 'clamped' | 'empty' | 'repeated'

export class PageNumbers {
  readonly #first: number
  readonly #wanted: number | undefined
  #next: number
  /** The last page known to exist. */
  #last: number
  /** The highest page received; lower ones bring no new facts. */
  #newest = 0
  #size: number | undefined
  #dropped = 0
  #hasPaging = false
  /** Whether the service counts pages from 1. If it sends 0, it counts from 0 or not at all. */
  #isNumbered: boolean
  #previous: readonly Json[] = []

  /**
   * Plans pages from `first` on until `wanted` records are read, or one page if unset. `before` is the paging
   * of the previous page.
   */
  constructor(first: number, wanted: number | undefined, before?: Paging) {
    this.#first = first
    this.#wanted = wanted
    this.#next = first
    this.#last = first
    this.#isNumbered = before?.page === undefined || before.page >= first - 1
  }

  /** Returns the next page to request, or `undefined` if none is known yet; a later reply may add more. */
  next(): number | undefined {
    if (this.#next > Math.min(this.#last, this.#first + this.#pagesWanted() - 1)) return undefined
    this.#next += 1
    return this.#next - 1
  }

  /** Counts records that were repeats, so that as many more are read. */
  drop(count: number): void {
    this.#dropped += count
  }

  /**
   * Records a page that has arrived, in any order. Returns how the list ended, if it ended unexpectedly
   * before or with this page.
   */
  addPage(number: number, page: Page): EarlyEnd | undefined {
    if (page.paging?.page !== undefined && page.paging.page < firstPage) this.#isNumbered = false
    const end = this.#endAt(number, page)
    if (number >= this.#newest) {
      this.#newest = number
      this.#size ??= page.records.length || undefined
      this.#last = this.#lastAfter(number, page, end)
    }
    this.#hasPaging ||= page.paging !== undefined
    this.#previous = page.records
    return end
  }

  #pagesWanted(): number {
    if (this.#wanted === undefined || this.#size === undefined) return this.#wanted === 0 ? 0 : 1
    return Math.ceil((this.#wanted + this.#dropped) / this.#size)
  }

  #endAt(number: number, { records, paging }: Page): EarlyEnd | undefined {
    if (this.#isNumbered && paging?.page !== undefined && paging.page < number) return 'clamped'
    if (records.length === 0) return 'empty'
    // If the service reports the number of pages, a repeated page does not end the list.
    return !paging && !this.#hasPaging && isSame(records, this.#previous) ? 'repeated' : undefined
  }

  #lastAfter(number: number, { paging, single }: Page, end: EarlyEnd | undefined): number {
    if (end || single) return number
    if (paging) return paging.pages
    return this.#hasPaging ? this.#last : number + 1
  }
}

const isSame = (a: readonly Json[], b: readonly Json[]) =>
  a.length === b.length && a.every((record, at) => JSON.stringify(record) === JSON.stringify(b[at]))
