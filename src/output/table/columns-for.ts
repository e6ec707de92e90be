import { fieldsOf } from '../../api/records/fields-of.ts'
import type { JsonObject } from '../../ports/json.ts'
import type { View } from '../view.ts'
import { type Column, cellText } from './column.ts'
import { fieldColumns } from './field-columns.ts'

/**
 * Returns the columns of `declared` that apply to these records; for records that fill none of them, a column per key.
 */
export function columnsFor(
  declared: readonly Column[],
  objects: readonly JsonObject[],
  view: View,
): readonly Column[] {
  const known = fieldsOf(view.type)
  if (view.fields) return fieldColumns(view.fields, known, objects)
  const applicable = declared.filter(({ when }) => objects.length === 0 || !when || when(objects))
  if (objects.length === 0) return applicable.length > 0 ? applicable.slice(0, 1) : [valueColumn]
  const hasContent = applicable.some((column) =>
    objects.some((record) => cellText(column, record, view.now) !== ''),
  )
  if (hasContent) return applicable
  const keys = new Set(objects.flatMap((record) => Object.keys(record)))
  return fieldColumns(
    [...keys].map((key) => [key]),
    known,
    objects,
  )
}

const valueColumn: Column = { header: 'VALUE', value: () => '', align: 'left', rank: 0 }
