/** Reads the options that choose what a chart or a map counts. */
import type { Aggregation } from '../../../output/view.ts'
import type { Given } from '../../given.ts'
import { readPath } from '../../values/field-path.ts'

/** Throws `KivaError` of kind `usage` for an invalid path. */
export function readChart(given: Given<'by' | 'sum'>): Aggregation {
  const named = (name: 'by' | 'sum') => {
    const text = given.last(name)
    return text === undefined ? undefined : readPath(`--${name}`, text, text)
  }
  return { by: named('by'), sum: named('sum') }
}
