/** What a record adds. */
import { type FieldPath, valueAt } from '../../api/field-paths.ts'
import { isList } from '../../api/json.ts'
import type { Json } from '../../context.ts'
import { number } from '../words/reading.ts'

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
