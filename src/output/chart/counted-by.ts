import type { FieldPath } from '../../api/field-paths.ts'
import { recordTypeOf } from '../../api/record-types.ts'
import type { View } from '../view.ts'

/** The field that decides on the groups of a chart: the one that was asked for, else the one that tells most; [] for none. */
export function countedBy({ tally, returns }: Pick<View, 'tally' | 'returns'>): FieldPath {
  return tally?.by ?? recordTypeOf(returns).groupedBy?.split('.') ?? []
}
