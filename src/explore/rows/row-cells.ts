/** What a list is filtered, sorted and counted by: the cells of each record as folded text and as numbers. */

import { number } from '../../api/records/field-values.ts'
import { timeOf } from '../../domain/time.ts'
import { ExactNumber } from '../../exact-number.ts'
import { foldText } from '../../fold-text.ts'
import { type Column, cellText } from '../../output/table/column.ts'
import { line } from '../../output/words/line.ts'
import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import type { Facet, FacetValue } from './facets.ts'

/** No cell contains it, because a cell is one line. */
const separator = '\n'

/** Different values of a facet, by code. */
interface Coded {
  readonly facet: Facet
  readonly codes: number[]
  /** The number of rows, by code. */
  readonly counts: number[]
  readonly known: Map<string, number>
  readonly values: (readonly FacetValue[])[]
}

export class RowCells {
  readonly #columns: readonly Column[]
  readonly #now: () => number
  readonly #texts: string[] = []
  /** By column, then by row. NaN or unset for cells without a number, so that a column without any takes no memory. */
  readonly #numbers: readonly number[][]
  readonly #facets: ReadonlyMap<string, Coded>

  /** `now` returns milliseconds since the epoch. */
  constructor(columns: readonly Column[], facets: readonly Facet[], now: () => number) {
    // A drawn cell repeats the number that its replacement has.
    this.#columns = columns.map((column) => (column.fill && column.else) || column)
    this.#now = now
    this.#numbers = columns.map(() => [])
    const coded = (facet: Facet): Coded => ({ facet, codes: [], counts: [], known: new Map(), values: [] })
    this.#facets = new Map(facets.filter(({ read }) => read).map((facet) => [facet.name, coded(facet)]))
  }

  /** Reads the cells of a sanitized record. `index` is that of a former record, or the next one. */
  set(index: number, record: Json): void {
    const fields = isObject(record) ? record : {}
    const now = this.#now()
    const cells = this.#columns.map((column, at) => {
      const text = cellText(column, fields, now)
      const numbers = this.#numbers[at]
      const shown = numberOf(column.value(fields), text)
      if (numbers && (numbers.length > index || !Number.isNaN(shown))) numbers[index] = shown
      return text
    })
    this.#texts[index] = foldText(isObject(record) ? cells.join(separator) : line(record))
    for (const coded of this.#facets.values()) setCode(coded, index, fields)
  }

  /** The folded text of all cells, one per line. */
  text(index: number): string {
    return this.#texts[index] ?? ''
  }

  /** The folded text of one cell. */
  cell(index: number, column: number): string {
    const text = this.text(index)
    let from = 0
    for (let at = 0; at < column; at++) {
      from = text.indexOf(separator, from) + 1
      if (from === 0) return ''
    }
    const to = text.indexOf(separator, from)
    return to < 0 ? text.slice(from) : text.slice(from, to)
  }

  number(index: number, column: number): number {
    return this.#numbers[column]?.[index] ?? Number.NaN
  }

  hasFacet(facet: string): boolean {
    return this.#facets.has(facet)
  }

  code(index: number, facet: string): number {
    return this.#facets.get(facet)?.codes[index] ?? 0
  }

  /** The number of rows, by code. */
  counts(facet: string): readonly number[] {
    return this.#facets.get(facet)?.counts ?? []
  }

  values(facet: string, code: number): readonly FacetValue[] {
    return this.#facets.get(facet)?.values[code] ?? []
  }
}

/**
 * Returns the number that a cell shows, such as 2500 for `$2,500`; of a date, milliseconds since the epoch. The value
 * may have another unit: money is in cents or in dollars.
 */
function numberOf(value: Json | undefined, text: string): number {
  if (typeof value === 'string') return timeOf(value) ?? number(value) ?? Number.NaN
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return Number.NaN
  const shown = /^-?\$?[\d,]+(?:\.\d+)?%?$/.test(text) ? Number(text.replaceAll(/[$,%]/g, '')) : number(value)
  return shown ?? Number.NaN
}

function setCode(coded: Coded, index: number, record: JsonObject): void {
  const { codes, counts } = coded
  const before = codes[index]
  if (before !== undefined) counts[before] = (counts[before] ?? 0) - 1
  const code = codeOf(coded, record)
  codes[index] = code
  counts[code] = (counts[code] ?? 0) + 1
}

function codeOf({ facet, known, values }: Coded, record: JsonObject): number {
  const found = facet.read?.(record) ?? []
  const key = found.map(({ value, label }) => value + separator + label).join(separator)
  const before = known.get(key)
  if (before !== undefined) return before
  known.set(key, values.length)
  return values.push(found) - 1
}
