/** Tests rows by the values of their facets. */
import type { FacetRows } from './facets.ts'

/** The wanted values by the name of a facet. */
export type WantedFacets = ReadonlyMap<string, ReadonlySet<string>>

export class FacetFilter {
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
export const narrowsFacets = (facets: WantedFacets, others: WantedFacets): boolean =>
  [...others].every(([name, values]) => values.size === 0 || isSameSet(values, facets.get(name)))

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string> | undefined) =>
  one.size === other?.size && [...one].every((value) => other.has(value))
