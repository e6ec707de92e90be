/** Sorts rows in small pieces of work, as they are found. */
import { compareNumbers } from '../../core/compare-numbers.ts'
import type { ExactNumber } from '../../core/numbers.ts'

/** By which column to sort, an index, and in which direction. */
export interface Sort {
  readonly column: number
  readonly isDescending: boolean
}

export const sameSort = (sort: Sort | undefined, other: Sort | undefined) =>
  sort?.column === other?.column && sort?.isDescending === other?.isDescending

/** The rows that are sorted, such as {@link Rows}. */
export interface SortRows {
  cell(index: number, column: number): string
  number(index: number, column: number): number | ExactNumber
}

/** Undefined for a row without a value. */
type Key = number | ExactNumber | string | undefined

/** Rows sorted at once. */
const runLength = 512

/** Rows merged at once. */
const mergeLength = 2048

/** Up to this many new rows are inserted one by one. More are merged. */
const maxInserted = 64

export class RowOrder {
  readonly #rows: SortRows
  readonly #sort: Sort
  /** The added rows, and their keys. */
  #indexes: number[] = []
  #keys: Key[] = []
  /** Sorted runs of positions in `#indexes`. Merging the two that have waited longest takes n log n steps in all. */
  #runs: Positions[] = []
  /** How many added rows are in runs. */
  #cut = 0
  #merge: Merge | undefined

  constructor(rows: SortRows, sort: Sort) {
    this.#rows = rows
    this.#sort = sort
  }

  /** Whether all added rows are in the sorted list. */
  get isDone(): boolean {
    return this.#indexes.length === 0
  }

  add(index: number): void {
    this.#indexes.push(index)
    this.#keys.push(this.#keyOf(index))
    if (this.#indexes.length === this.#cut + runLength) this.#endRun()
  }

  /** Does a piece of the work. In the end it puts the added rows into `sorted`, which may already have others. */
  step(sorted: number[]): void {
    if (this.#merge) this.#continue(this.#merge)
    else if (this.#indexes.length <= maxInserted) this.#insertAll(sorted)
    else if (this.#cut < this.#indexes.length) this.#endRun()
    else if (this.#runs.length > 1) this.#merge = mergeOf(this.#runs.shift(), this.#runs.shift())
    else this.#finish(sorted)
  }

  #endRun(): void {
    const positions = Uint32Array.from(this.#indexes.slice(this.#cut), (_, at) => this.#cut + at)
    this.#runs.push(positions.sort(this.#compare))
    this.#cut = this.#indexes.length
  }

  #continue(merge: Merge): void {
    if (!advanceMerge(merge, this.#compare, mergeLength)) return
    this.#runs.push(merge.all)
    this.#merge = undefined
  }

  #finish(sorted: number[]): void {
    const added = this.#indexes.length
    for (const index of sorted) {
      this.#indexes.push(index)
      this.#keys.push(this.#keyOf(index))
    }
    const before = Uint32Array.from(sorted, (_, at) => added + at)
    const merge = mergeOf(before, this.#runs[0])
    advanceMerge(merge, this.#compare, Number.POSITIVE_INFINITY)
    for (const [to, position] of merge.all.entries()) sorted[to] = this.#indexes[position] ?? 0
    this.#clear()
  }

  #insertAll(sorted: number[]): void {
    for (const [at, index] of this.#indexes.entries()) {
      let [from, to] = [0, sorted.length]
      while (from < to) {
        const middle = (from + to) >> 1
        const other = sorted[middle] ?? 0
        const order = this.#compareKeys(this.#keyOf(other), this.#keys[at]) || other - index
        if (order < 0) from = middle + 1
        else to = middle
      }
      sorted.splice(from, 0, index)
    }
    this.#clear()
  }

  #clear(): void {
    this.#indexes = []
    this.#keys = []
    this.#runs = []
    this.#cut = 0
  }

  #keyOf(index: number): Key {
    const { column } = this.#sort
    const number = this.#rows.number(index, column)
    return Number.isNaN(Number(number)) ? this.#rows.cell(index, column) || undefined : number
  }

  /** Compares positions in `#indexes`. Equal rows stay in the order in which they were loaded. */
  readonly #compare = (one: number, other: number): number =>
    this.#compareKeys(this.#keys[one], this.#keys[other]) ||
    (this.#indexes[one] ?? 0) - (this.#indexes[other] ?? 0)

  /**
   * Numbers come before text, and rows without a value last in both directions. Text is folded, so a comparison by code
   * units is close to the alphabet, and far faster than a collator.
   */
  #compareKeys(one: Key, other: Key): number {
    if (one === other) return 0
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    if (typeof one !== 'string' && typeof other !== 'string') {
      const order = compareNumbers(one, other)
      return this.#sort.isDescending ? -order : order
    }
    const isLess =
      typeof one === 'string' && typeof other === 'string' ? one < other : typeof other === 'string'
    return isLess === this.#sort.isDescending ? 1 : -1
  }
}

/** Positions in the list of added rows. */
type Positions = Uint32Array<ArrayBuffer>

/** A merge of two sorted lists, done piece by piece. */
interface Merge {
  readonly one: Positions
  readonly other: Positions
  /** The first items that are not merged. */
  at: number
  next: number
  readonly all: Positions
}

const mergeOf = (one: Positions = new Uint32Array(), other: Positions = new Uint32Array()): Merge => ({
  one,
  other,
  at: 0,
  next: 0,
  all: new Uint32Array(one.length + other.length),
})

/** Merges up to `most` items. Returns whether all are merged. */
function advanceMerge(merge: Merge, compare: (one: number, other: number) => number, most: number): boolean {
  const { one, other, all } = merge
  let { at, next } = merge
  const end = Math.min(all.length, at + next + most)
  for (let to = at + next; to < end; to++) {
    const isFirst = next === other.length || (at < one.length && compare(one[at] ?? 0, other[next] ?? 0) < 0)
    all[to] = (isFirst ? one[at++] : other[next++]) ?? 0
  }
  merge.at = at
  merge.next = next
  return end === all.length
}
