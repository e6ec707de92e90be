import type { FieldPath } from '../../api/records/field-paths.ts'
import type { View } from '../view.ts'

/**
 * Returns the field that groups the records: the value of `--by`, else the default of the record type; [] if
 * there is neither.
 */
export function countedBy({ aggregation, type }: Pick<View, 'aggregation' | 'type'>): FieldPath {
  return aggregation?.by ?? type.groupedBy?.split('.') ?? []
}
