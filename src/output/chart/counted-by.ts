import type { FieldPath } from '../../api/records/field-paths.ts'
import type { View } from '../view.ts'

/** The field that decides on the groups of a chart: the one that was asked for, else the one that tells most; [] for none. */
export function countedBy({ tally, type }: Pick<View, 'tally' | 'type'>): FieldPath {
  return tally?.by ?? type.groupedBy?.split('.') ?? []
}
