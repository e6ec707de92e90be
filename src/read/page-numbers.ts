/** Which pages of a list are still to be asked for, as far as those that came tell. Pure. */
import { firstPage } from '../api/gaps.ts'
import type { Page, Paging } from '../api/wire/reply.ts'
import type { Json } from '../ports/json.ts'

/** How a list ends where none was told: the service gives its last page again, an empty one, or the same as before. */
export type EarlyEnd = 'clamped' | 'empty' | 'repeated'

export class PageNumbers {
  readonly #first: number
  readonly #wanted: number | undefined
  #next: number
  /** The last page that is known to be there. */
  #last: number
  /** The last page that came; those before it tell nothing new. */
  #newest = 0
  #size: number | undefined
  #dropped = 0
  #told = false
  /** Whether the service counts pages from 1: one that says 0 counts from there, or does not count at all. */
  #isNumbered: boolean
  #before: readonly Json[] = []

  /** From page `first` on, until `wanted` records are read; without it, one page. `before` is what the page before told. */
  constructor(first: number, wanted: number | undefined, before?: Paging) {
    this.#first = first
    this.#wanted = wanted
    this.#next = first
    this.#last = first
    this.#isNumbered = before?.page === undefined || before.page >= first - 1
  }

  /** The next page to ask for; `undefined` when there is none for now: a page that comes may tell of more. */
  next(): number | undefined {
    if (this.#next > Math.min(this.#last, this.#first + this.#pagesWanted() - 1)) return undefined
    this.#next += 1
    return this.#next - 1
  }

  /** So many records of those read were repeats: as many more are wanted. */
  drop(count: number): void {
    this.#dropped += count
  }

  /** Learns from a page when it comes, in whatever order. Tells whether the list ended before it, or with it, unforeseen. */
  learn(number: number, page: Page): EarlyEnd | undefined {
    if (page.paging?.page !== undefined && page.paging.page < firstPage) this.#isNumbered = false
    const end = this.#endAt(number, page)
    if (number >= this.#newest) {
      this.#newest = number
      this.#size ??= page.records.length || undefined
      this.#last = this.#lastAfter(number, page, end)
    }
    this.#told ||= page.paging !== undefined
    this.#before = page.records
    return end
  }

  #pagesWanted(): number {
    if (this.#wanted === undefined || this.#size === undefined) return this.#wanted === 0 ? 0 : 1
    return Math.ceil((this.#wanted + this.#dropped) / this.#size)
  }

  #endAt(number: number, { records, paging }: Page): EarlyEnd | undefined {
    if (this.#isNumbered && paging?.page !== undefined && paging.page < number) return 'clamped'
    if (records.length === 0) return 'empty'
    // Where the number of pages is told, a page that repeats is none that ends the list.
    return !paging && !this.#told && isSame(records, this.#before) ? 'repeated' : undefined
  }

  #lastAfter(number: number, { paging, single }: Page, end: EarlyEnd | undefined): number {
    if (end || single) return number
    if (paging) return paging.pages
    return this.#told ? this.#last : number + 1
  }
}

const isSame = (one: readonly Json[], other: readonly Json[]) =>
  one.length === other.length &&
  one.every((record, at) => JSON.stringify(record) === JSON.stringify(other[at]))
