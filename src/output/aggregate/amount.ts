/** What a record adds, and how what comes of it is written. */
import { type FieldPath, fieldAt, valueAt } from '../../api/records/field-paths.ts'
import { number } from '../../api/records/field-values.ts'
import type { Fields } from '../../api/records/fields.ts'
import { isList, type Json } from '../../ports/json.ts'
import { count, type Format, money } from '../words/format.ts'

/** The number at a path, of several their sum; `undefined` where there is none. */
export function amountAt(record: Json, path: FieldPath): number | undefined {
  const numbers = numbersIn(valueAt(record, path))
  return numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0)
}

function numbersIn(value: Json | undefined): readonly number[] {
  if (isList(value)) return value.flatMap((item: Json) => numbersIn(item))
  const one = number(value)
  return one === undefined ? [] : [one]
}

/** How a sum of a field is written; without a field, a number of records. */
export function sumFormat(fields: Fields, path: FieldPath | undefined): Format {
  if (path && fieldAt(fields, path)?.type === 'money') return money
  // Not what adding up fractions leaves behind.
  return (value) => count(typeof value === 'number' ? Math.round(value * 100) / 100 : value)
}
