/** The loaded records of a list. */

import { number } from '../../api/records/field-values.ts'
import type { DerivedType } from '../../api/records/record-types.ts'
import { timeOf } from '../../domain/time.ts'
import { cleanRecord } from '../../output/gate/text.ts'
import { type Column, cellText } from '../../output/table/column.ts'
import { line } from '../../output/words/line.ts'
import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import { firstIdOf } from '../../read/record-ids.ts'
import { foldText } from '../../text/fold-text.ts'
import { ExactNumber } from '../../text/numbers.ts'
import { type Facet, type FacetRows, type FacetValue, facetsOf } from './facets.ts'
import { RecordBytes } from './record-bytes.ts'

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
      while (this.#indexByKey.has(key)) key += ` #${index}`
      if (key !== id) this.#withoutId.add(index)
      this.#bytes.append(record)
      this.#cells.set(index, cleanRecord(record))
      this.#indexByKey.set(key, index)
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

/** What a list is filtered, sorted and counted by: the cells of each record as folded text and as numbers. */
class RowCells {
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

/** Merges objects field by field: newer values replace older ones, and fields that only `older` has stay. */
function mergeRecords(older: Json | undefined, newer: Json): Json {
  if (!isObject(older) || !isObject(newer)) return newer
  const fields = new Map<string, Json>(Object.entries(older))
  for (const [name, value] of Object.entries(newer)) fields.set(name, mergeRecords(fields.get(name), value))
  // fromEntries defines properties, so a key `__proto__` is an ordinary key.
  return Object.fromEntries(fields)
}
