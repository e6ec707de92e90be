/**
 * Tracks how far a paged list has been read, counted from its end: a record keeps its distance from the end
 * when records before it are added or removed. Pure.
 */
import type { Paging } from '../api/wire/reply.ts'

export class DriftGuard {
  /** Number of records after those already read; `undefined` if the service does not report a total. */
  #remaining: number | undefined

  /** Records that page `number` was read, with the paging of its reply. */
  markRead(number: number, paging: Paging | undefined): void {
    this.#remaining = paging && Math.max(0, paging.total - number * paging.page_size)
  }

  /**
   * Returns whether a page begins at or before the first unread record. If not, removed records have moved
   * unread ones to earlier pages.
   */
  isContiguous(number: number, paging: Paging | undefined): boolean {
    // No page comes before the first.
    if (!this.#remaining || !paging || number === 1) return true
    return paging.total - (number - 1) * paging.page_size >= this.#remaining
  }

  /** Returns the page that contains the first unread record, if the list has the length in `paging`. */
  nextPage({ total, page_size }: Paging): number {
    return Math.max(1, Math.floor((total - (this.#remaining ?? 0)) / (page_size || 1)) + 1)
  }
}
