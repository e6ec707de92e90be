/** The loaded records of a list. */

import type { DerivedType } from '../../api/records/record-types.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import type { ExactNumber } from '../../core/numbers.ts'
import { cleanRecord } from '../../output/gate/text.ts'
import type { Column } from '../../output/table/column.ts'
import { Cells } from '../../records/filter.ts'
import { firstIdOf } from '../../records/record-ids.ts'
import { type Facet, type FacetRows, type FacetValue, facetsOf } from './facets.ts'
import { RecordBytes } from './record-bytes.ts'

/** The number of parsed records to keep: those of a few screens. */
const maxParsed = 200

/** Rows are appended, and never removed or moved. */
export class Rows implements FacetRows {
  /** Those that filters know: see `filterColumnsOf`. */
  readonly columns: readonly Column[]
  /** Returns milliseconds since the epoch. */
  readonly now: () => number
  readonly #idFields: readonly string[]
  readonly #bytes = new RecordBytes()
  readonly #cells: Cells
  readonly #facets: RowFacets
  readonly #keys: string[] = []
  readonly #indexByKey = new Map<string, number>()
  /** The rows whose key is not an id. */
  readonly #withoutId = new Set<number>()
  /** The records parsed last, the latest at the end. */
  readonly #parsed = new Map<number, Json>()
  #version = 0

  constructor(type: DerivedType, columns: readonly Column[], now: () => number) {
    this.columns = columns
    this.now = now
    this.#idFields = type.idFields ?? []
    this.#cells = new Cells(columns, now)
    this.#facets = new RowFacets(facetsOf(type.kind, {}))
  }

  get count(): number {
    return this.#keys.length
  }

  /** Grows whenever `update` changes rows. */
  get version(): number {
    return this.#version
  }

  append(records: readonly Json[]): void {
    for (const record of records) {
      const index = this.count
      const id = firstIdOf(record, this.#idFields)
      let key = id ?? `#${index}`
      while (this.#indexByKey.has(key)) key += ` #${index}`
      if (key !== id) this.#withoutId.add(index)
      this.#bytes.append(record)
      this.#setCells(index, cleanRecord(record))
      this.#indexByKey.set(key, index)
      this.#keys.push(key)
    }
  }

  #setCells(index: number, record: Json): void {
    this.#cells.set(index, record)
    this.#facets.set(index, record)
  }

  /**
   * Adds the fields of newer copies, such as details, to the records with the same key. Newer values replace older ones.
   * Copies of unknown records are ignored. Returns the indexes of the changed rows.
   */
  update(records: readonly Json[]): readonly number[] {
    const changed = records.flatMap((record) => {
      const key = firstIdOf(record, this.#idFields)
      const index = key === undefined ? undefined : this.indexOf(key)
      if (index === undefined) return []
      const merged = mergeRecords(this.raw(index), record)
      this.#bytes.replace(index, merged)
      this.#setCells(index, cleanRecord(merged))
      this.#parsed.delete(index)
      return [index]
    })
    if (changed.length > 0) this.#version += 1
    return changed
  }

  /** Returns a record as the service sent it, for machine formats. */
  raw(index: number): Json {
    return this.#bytes.read(index)
  }

  /** Returns a record, sanitized for people. `index` must be below `count`. */
  record(index: number): Json {
    const record = this.#parsed.get(index) ?? cleanRecord(this.raw(index))
    this.#parsed.delete(index)
    this.#parsed.set(index, record)
    if (this.#parsed.size > maxParsed) this.#parsed.delete(this.#parsed.keys().next().value ?? index)
    return record
  }

  /** Returns the folded id of a record; of one without an id or with a repeated id, a text with its index. */
  key(index: number): string {
    return this.#keys[index] ?? ''
  }

  /** Returns the folded id of a record; `undefined` without an id, and if an earlier record has the same one. */
  idOf(index: number): string | undefined {
    return this.#withoutId.has(index) ? undefined : this.#keys[index]
  }

  indexOf(key: string): number | undefined {
    return this.#indexByKey.get(key)
  }

  /** Returns the folded text of all cells as they were when the record came, one cell per line. */
  text(index: number): string {
    return this.#cells.text(index)
  }

  /** Returns the folded text of one cell. */
  cell(index: number, column: number): string {
    return this.#cells.cell(index, column)
  }

  /** Returns the other forms of a cell, folded, one per line. */
  forms(index: number, column: number): string {
    return this.#cells.forms(index, column)
  }

  /** Returns the number that a cell shows: dollars, percent, or milliseconds since the epoch; NaN if it shows none. */
  number(index: number, column: number): number | ExactNumber {
    return this.#cells.number(index, column)
  }

  hasFacet(facet: string): boolean {
    return this.#facets.has(facet)
  }

  facetCode(index: number, facet: string): number {
    return this.#facets.code(index, facet)
  }

  /** Returns the number of rows, by code. */
  facetCounts(facet: string): readonly number[] {
    return this.#facets.counts(facet)
  }

  facetCodes(facet: string): readonly number[] {
    return this.#facets.codes(facet)
  }

  facetValues(facet: string, code: number): readonly FacetValue[] {
    return this.#facets.values(facet, code)
  }
}

/** No value contains it, because a value is one line. */
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

/** The values of the facets of each record, as codes. */
class RowFacets {
  readonly #facets: ReadonlyMap<string, Coded>

  constructor(facets: readonly Facet[]) {
    const coded = (facet: Facet): Coded => ({ facet, codes: [], counts: [], known: new Map(), values: [] })
    this.#facets = new Map(facets.filter(({ read }) => read).map((facet) => [facet.name, coded(facet)]))
  }

  /** Reads the facets of a sanitized record. `index` is that of a former record, or the next one. */
  set(index: number, record: Json): void {
    for (const coded of this.#facets.values()) setCode(coded, index, isObject(record) ? record : {})
  }

  has(facet: string): boolean {
    return this.#facets.has(facet)
  }

  code(index: number, facet: string): number {
    return this.#facets.get(facet)?.codes[index] ?? 0
  }

  /** The number of rows, by code. */
  counts(facet: string): readonly number[] {
    return this.#facets.get(facet)?.counts ?? []
  }

  /** The codes of the rows. */
  codes(facet: string): readonly number[] {
    return this.#facets.get(facet)?.codes ?? []
  }

  values(facet: string, code: number): readonly FacetValue[] {
    return this.#facets.get(facet)?.values[code] ?? []
  }
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

/** Merges objects field by field: newer values replace older ones, and fields that only `older` has stay. */
function mergeRecords(older: Json | undefined, newer: Json): Json {
  if (!isObject(older) || !isObject(newer)) return newer
  const fields = new Map<string, Json>(Object.entries(older))
  for (const [name, value] of Object.entries(newer)) fields.set(name, mergeRecords(fields.get(name), value))
  // fromEntries defines properties, so a key `__proto__` is an ordinary key.
  return Object.fromEntries(fields)
}
