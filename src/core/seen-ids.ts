/** Remembers ids that came, as many as memory allows. */

/** Number of ids remembered: those of 250 pages. Within them no record of a list is printed twice. */
export const maxSeenIds = 5000

/** Remembers the latest ids to detect repeats. The number is bounded, because a list may be endless. */
export class SeenIds {
  readonly #ids: Set<string>
  /** A ring buffer in order of arrival; once full, the oldest id is at `#oldest`. */
  readonly #row: string[]
  readonly #capacity: number
  #oldest = 0

  /** Starts with the ids of an earlier run, oldest first. */
  constructor(ids: readonly string[] = [], capacity = maxSeenIds) {
    this.#row = ids.slice(-capacity)
    this.#ids = new Set(this.#row)
    this.#capacity = capacity
  }

  /** Remembers an id. Returns false if it is a repeat. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    if (this.#row.length < this.#capacity) this.#row.push(id)
    else {
      this.#ids.delete(this.#row[this.#oldest] ?? '')
      this.#row[this.#oldest] = id
      this.#oldest = (this.#oldest + 1) % this.#capacity
    }
    return true
  }

  /** Returns all remembered ids, oldest first. */
  list(): readonly string[] {
    return [...this.#row.slice(this.#oldest), ...this.#row.slice(0, this.#oldest)]
  }
}
