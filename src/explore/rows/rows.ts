/** The loaded records of a list. */

import type { DerivedType } from '../../api/records/derived-groups.ts'
import { cleanRecord } from '../../output/gate/text.ts'
import type { Column } from '../../output/table/column.ts'
import type { Json } from '../../ports/json.ts'
import { firstIdOf } from '../../read/record-ids.ts'
import { type FacetRows, type FacetValue, facetsOf } from './facets.ts'
import { mergeRecords } from './merge-records.ts'
import { RecordBytes } from './record-bytes.ts'
import { RowCells } from './row-cells.ts'

/** The number of parsed records to keep: those of a few screens. */
const maxParsed = 200

/** Rows are appended, and never removed or moved. */
export class Rows implements FacetRows {
  readonly columns: readonly Column[]
  /** Returns milliseconds since the epoch. */
  readonly now: () => number
  readonly #idFields: readonly string[]
  readonly #bytes = new RecordBytes()
  readonly #cells: RowCells
  readonly #keys: string[] = []
  readonly #places = new Map<string, number>()
  /** The rows whose key is not an id. */
  readonly #withoutId = new Set<number>()
  /** The records parsed last, the latest at the end. */
  readonly #parsed = new Map<number, Json>()
  #version = 0

  constructor(type: DerivedType, columns: readonly Column[], now: () => number) {
    this.columns = columns
    this.now = now
    this.#idFields = type.idFields ?? []
    this.#cells = new RowCells(columns, facetsOf(type.kind, {}), now)
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
      while (this.#places.has(key)) key += ` #${index}`
      if (key !== id) this.#withoutId.add(index)
      this.#bytes.append(record)
      this.#cells.set(index, cleanRecord(record))
      this.#places.set(key, index)
      this.#keys.push(key)
    }
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
      this.#cells.set(index, cleanRecord(merged))
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
    return this.#places.get(key)
  }

  /** Returns the folded text of all cells as they were when the record came, one cell per line. */
  text(index: number): string {
    return this.#cells.text(index)
  }

  /** Returns the folded text of one cell. */
  cell(index: number, column: number): string {
    return this.#cells.cell(index, column)
  }

  /** Returns the number that a cell shows: dollars, percent, or milliseconds since the epoch; NaN if it shows none. */
  number(index: number, column: number): number {
    return this.#cells.number(index, column)
  }

  hasFacet(facet: string): boolean {
    return this.#cells.hasFacet(facet)
  }

  facetCode(index: number, facet: string): number {
    return this.#cells.code(index, facet)
  }

  /** Returns the number of rows, by code. */
  facetCounts(facet: string): readonly number[] {
    return this.#cells.counts(facet)
  }

  facetValues(facet: string, code: number): readonly FacetValue[] {
    return this.#cells.values(facet, code)
  }
}
