/** The rows of a list that are shown, and their order. */

import { type Filter, type FilterRows, type RowTest, testsOf } from '../../records/row-filter.ts'
import type { FacetRows, WantedFacets } from './facets.ts'
import { narrows } from './filter-within.ts'
import { RowOrder, type Sort, type SortRows, sameSort } from './row-order.ts'

export type { Sort } from './row-order.ts'

interface SelectionRows extends FilterRows, FacetRows, SortRows {
  readonly count: number
  readonly version: number
  key(index: number): string
}

export interface SelectionOptions {
  readonly filter: Filter
  /** The wanted values by the name of a facet. A facet that no field holds, or without values, has no effect. */
  readonly facets: WantedFacets
  /** Unset: the order of loading. */
  readonly sort: Sort | undefined
  /** Only rows with these keys. */
  readonly keys: ReadonlySet<string> | undefined
  /** The former selection. If it holds all rows that can match, only its rows are looked at. */
  readonly within?: Selection | undefined
}

/** Rows looked at between two looks at the budget. */
const sliceLength = 100

export class Selection {
  readonly #rows: SelectionRows
  readonly #options: Omit<SelectionOptions, 'within'>
  readonly #version: number
  readonly #indexes: number[]
  readonly #order: RowOrder | undefined
  /** The rows to look at first: those of the former selection. */
  #candidates: readonly number[] = []
  /** How many of them, as the former selection may grow. */
  #limit = 0
  /** Whether the candidates are already in the wanted order. */
  readonly #isOrdered: boolean
  #at = 0
  /** The first row to look at after the candidates. */
  #next = 0
  /** The selection with more rows that this one came from, for the time when the filter gets shorter again. */
  readonly #wider: Selection | undefined
  readonly #tests: readonly RowTest[]

  constructor(rows: SelectionRows, { within, ...options }: SelectionOptions) {
    this.#rows = rows
    this.#options = options
    this.#version = rows.version
    this.#order = options.sort && new RowOrder(rows, options.sort)
    this.#tests = this.#allTests(options)
    let former = within
    while (former && !this.#fitsIn(former)) former = former.#wider
    this.#isOrdered = former !== undefined && sameSort(former.#options.sort, options.sort)
    const isSame = former !== undefined && this.#isOrdered && former.#fitsIn(this)
    this.#indexes = isSame && former ? former.#indexes.slice() : []
    if (!former) return
    this.#next = former.#next
    this.#wider = isSame ? former.#wider : this.#isOrdered ? former : undefined
    if (isSame) return
    // Later rows are inserted into a sorted list, which needs a copy. An unsorted one only grows at its end.
    this.#candidates = former.#order ? former.#indexes.slice() : former.#indexes
    this.#limit = this.#candidates.length
  }

  /** Whether all loaded rows have been looked at. */
  get isComplete(): boolean {
    return this.#at === this.#limit && this.#next >= this.#rows.count && (this.#order?.isDone ?? true)
  }

  /**
   * The rows found so far, in order. With a sort, rows are added only once all found rows are sorted. The list grows
   * in place.
   */
  get indexes(): readonly number[] {
    return this.#indexes
  }

  /**
   * Works while `budget` returns true, at least for one small slice. Returns whether all loaded rows have been looked
   * at. Later calls pick up appended rows. Changes of rows (`version`) need a new selection.
   */
  advance(budget: () => boolean): boolean {
    while (!this.isComplete) {
      if (this.#at < this.#limit) this.#lookAtCandidates()
      else if (this.#next < this.#rows.count) this.#lookAtRows()
      else this.#order?.step(this.#indexes)
      if (!budget()) break
    }
    return this.isComplete
  }

  #lookAtCandidates(): void {
    const start = this.#at
    this.#at = Math.min(start + sliceLength, this.#limit)
    this.#add(this.#candidates.slice(start, this.#at), this.#tests, this.#isOrdered)
    if (this.#at === this.#limit) [this.#candidates, this.#at, this.#limit] = [[], 0, 0]
  }

  #lookAtRows(): void {
    const [first = () => true, ...rest] = this.#tests
    const passed: number[] = []
    const end = Math.min(this.#next + sliceLength, this.#rows.count)
    for (let index = this.#next; index < end; index++) if (first(index)) passed.push(index)
    this.#next = end
    this.#add(passed, rest)
  }

  /** Adds those of some rows that pass all tests. One test after the other, as that is far faster than row by row. */
  #add(indexes: readonly number[], tests: readonly RowTest[], isOrdered = false): void {
    const order = isOrdered ? undefined : this.#order
    for (const index of tests.reduce((left, test) => left.filter(test), indexes))
      if (order) order.add(index)
      else this.#indexes.push(index)
  }

  #allTests({ filter, facets, keys }: Omit<SelectionOptions, 'within'>): readonly RowTest[] {
    const rows = this.#rows
    const wanted = new FacetFilter(rows, facets)
    return [
      ...(keys ? [(index: number) => keys.has(rows.key(index))] : []),
      ...(wanted.isEmpty ? [] : [(index: number) => wanted.allows(index)]),
      ...testsOf(filter, rows),
    ]
  }

  /** Returns whether each row of this selection is in another one, as far as that has come. */
  #fitsIn(other: Selection): boolean {
    const [mine, its] = [this.#options, other.#options]
    return (
      other.#rows === this.#rows &&
      other.#version === this.#version &&
      other.#limit === 0 &&
      (other.#order?.isDone ?? true) &&
      // Sorted rows cannot be put back into the order of loading without sorting them.
      (its.sort === undefined || mine.sort !== undefined) &&
      (its.keys === undefined || its.keys === mine.keys) &&
      narrowsFacets(mine.facets, its.facets) &&
      narrows(mine.filter, its.filter)
    )
  }
}

/** Tests rows by the values of their facets. */
class FacetFilter {
  readonly #rows: FacetRows
  /** By facet: the wanted values, and whether each code has one of them. */
  readonly #allowed: readonly {
    readonly name: string
    readonly values: ReadonlySet<string>
    readonly codes: (boolean | undefined)[]
  }[]

  constructor(rows: FacetRows, facets: WantedFacets) {
    this.#rows = rows
    this.#allowed = [...facets].flatMap(([name, values]) =>
      values.size > 0 && rows.hasFacet(name) ? { name, values, codes: [] } : [],
    )
  }

  /** Whether it allows all rows. */
  get isEmpty(): boolean {
    return this.#allowed.length === 0
  }

  /** Returns whether a row has a wanted value of each facet. */
  allows(index: number): boolean {
    for (const { name, values, codes } of this.#allowed) {
      const code = this.#rows.facetCode(index, name)
      codes[code] ??= this.#rows.facetValues(name, code).some(({ value }) => values.has(value))
      if (!codes[code]) return false
    }
    return true
  }
}

/** Returns whether all rows with these facets also have the others. */
const narrowsFacets = (facets: WantedFacets, others: WantedFacets): boolean =>
  [...others].every(([name, values]) => values.size === 0 || isSameSet(values, facets.get(name)))

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string> | undefined) =>
  one.size === other?.size && [...one].every((value) => other.has(value))
