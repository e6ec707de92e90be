/** The ids that came last, against repeats: bounded, since a list may have no end. */

/** How many ids are kept: those of 250 pages. Within them no record of a list is printed twice. */
export const idsKept = 5000

export class SeenIds {
  readonly #ids: Set<string>
  /** In the order they came; the oldest at `#oldest` once it is full. */
  readonly #row: string[]
  readonly #most: number
  #oldest = 0

  /** Those of an earlier run first, oldest first. */
  constructor(ids: readonly string[] = [], most = idsKept) {
    this.#row = ids.slice(-most)
    this.#ids = new Set(this.#row)
    this.#most = most
  }

  /** Remembers an id; false when it had come before. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    if (this.#row.length < this.#most) this.#row.push(id)
    else {
      this.#ids.delete(this.#row[this.#oldest] ?? '')
      this.#row[this.#oldest] = id
      this.#oldest = (this.#oldest + 1) % this.#most
    }
    return true
  }

  /** All that are kept, oldest first. */
  list(): readonly string[] {
    return [...this.#row.slice(this.#oldest), ...this.#row.slice(0, this.#oldest)]
  }
}
