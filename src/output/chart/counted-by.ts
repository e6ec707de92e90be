import type { FieldPath } from '../../api/records/field-paths.ts'
import type { View } from '../view.ts'

/**
 * Returns the field that groups the records: the value of `--by`, else the default of the record type; [] if
 * there is neither.
 */
export function countedBy({ tally, type }: Pick<View, 'tally' | 'type'>): FieldPath {
  return tally?.by ?? type.groupedBy?.split('.') ?? []
}
