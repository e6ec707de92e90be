/** Reads the amount of a record, and formats sums. */
import { type FieldPath, fieldAt, valueAt } from '../../api/records/field-paths.ts'
import { number } from '../../api/records/field-values.ts'
import type { Fields } from '../../api/records/fields.ts'
import { isList, type Json } from '../../ports/json.ts'
import { count, type Format, money } from '../words/format.ts'

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
