/** What records are filtered and sorted by: the cells of their table, as folded text and as numbers. */
import { number } from '../api/records/field-values.ts'
import { foldText } from '../core/fold-text.ts'
import { isObject, type Json } from '../core/json.ts'
import { ExactNumber } from '../core/numbers.ts'
import { timeOf } from '../domain/time.ts'
import { type Column, cellText, inWords } from '../output/table/column.ts'
import { line } from '../output/words/line.ts'
import type { FilterRows } from './row-filter.ts'

/** No cell contains it, because a cell is one line. */
const separator = '\n'

export class Cells implements FilterRows {
  readonly now: () => number
  readonly #columns: readonly Column[]
  readonly #texts: string[] = []
  /** By column, then by record. NaN or unset for cells without a number, so that a column without any takes no memory. */
  readonly #numbers: readonly number[][]

  /** `now` returns milliseconds since the epoch. */
  constructor(columns: readonly Column[], now: () => number) {
    this.now = now
    this.#columns = columns.map(inWords)
    this.#numbers = columns.map(() => [])
  }

  /** Reads the cells of a sanitized record. `index` is that of a former record, or the next one. */
  set(index: number, record: Json): void {
    const fields = isObject(record) ? record : {}
    const now = this.now()
    const cells = this.#columns.map((column, at) => {
      const text = cellText(column, fields, now)
      const numbers = this.#numbers[at]
      const shown = numberOf(column.value(fields), text)
      if (numbers && (numbers.length > index || !Number.isNaN(shown))) numbers[index] = shown
      return text
    })
    this.#texts[index] = foldText(isObject(record) ? cells.join(separator) : line(record))
  }

  /** Returns the folded text of all cells as they were when the record came, one cell per line. */
  text(index: number): string {
    return this.#texts[index] ?? ''
  }

  /** Returns the folded text of one cell. */
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

  /** Returns the number that a cell shows: dollars, percent, or milliseconds since the epoch; NaN if it shows none. */
  number(index: number, column: number): number {
    return this.#numbers[column]?.[index] ?? Number.NaN
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
