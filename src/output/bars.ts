import { type FieldPath, fieldAt, valueAt } from '../api/records/field-paths.ts'
import { number } from '../api/records/field-values.ts'
import type { Fields } from '../api/records/fields.ts'
import { isList, type Json } from '../ports/json.ts'
import { count, type Format, money } from './words/format.ts'

/** Bars for a share of a number of columns. */

/** Blocks from zero to seven eighths of a column. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar with a precision of one eighth of a column. Positive shares get at least one eighth. */
export function blockBar(share: number, columns: number): string {
  const length = Math.round(share * columns * 8)
  const seen = share > 0 ? Math.max(1, length) : 0
  return '█'.repeat(Math.floor(seen / 8)) + (eighths[seen % 8] ?? '')
}

/** A bar of whole columns in ASCII. Positive shares get at least one column. */
export function plainBar(share: number, columns: number): string {
  return '#'.repeat(share > 0 ? Math.max(1, Math.round(share * columns)) : 0)
}

/* Reads the amount of a record, and formats sums. */

/**
 * Returns the number at a path, or the sum if the path holds several numbers; `undefined` if it holds none.
 */
export function amountAt(record: Json, path: FieldPath): number | undefined {
  const numbers = numbersIn(valueAt(record, path))
  return numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0)
}

function numbersIn(value: Json | undefined): readonly number[] {
  if (isList(value)) return value.flatMap((item: Json) => numbersIn(item))
  const one = number(value)
  return one === undefined ? [] : [one]
}

/** Returns the format for the sum of a field, or for a number of records if there is no field. */
export function sumFormat(fields: Fields, path: FieldPath | undefined): Format {
  if (path && fieldAt(fields, path)?.type === 'money') return money
  // Rounds away the floating-point error of adding fractions.
  return (value) => count(typeof value === 'number' ? Math.round(value * 100) / 100 : value)
}
