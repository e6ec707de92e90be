/**
 * How far a list with pages has been read, counted from its end: there a record keeps its place when others come or go
 * in front of it. Pure.
 */
import type { Paging } from '../api/wire/reply.ts'

export class DriftGuard {
  /** Records that stand behind what was read; `undefined` where the service does not tell how many there are. */
  #left: number | undefined

  /** After page `number`, as its reply told. */
  pass(number: number, paging: Paging | undefined): void {
    this.#left = paging && Math.max(0, paging.total - number * paging.page_size)
  }

  /** Whether a page begins at what was not read yet, or in front of it: records taken out would have moved up. */
  isMetBy(number: number, paging: Paging | undefined): boolean {
    // In front of the first page there is nothing.
    if (!this.#left || !paging || number === 1) return true
    return paging.total - (number - 1) * paging.page_size >= this.#left
  }

  /** The page that has the first record that was not read, when the list is as long as `paging` tells. */
  pageIn({ total, page_size }: Paging): number {
    return Math.max(1, Math.floor((total - (this.#left ?? 0)) / (page_size || 1)) + 1)
  }
}
