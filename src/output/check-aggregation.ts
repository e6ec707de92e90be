/** Checks that a chart or a map has something to count. */

import { nearest } from '../api/nearest.ts'
import { checkFields } from '../api/records/check-fields.ts'
import { namesOfFields, namesOfNumbers } from '../api/records/field-aliases.ts'
import { type FieldPath, fieldAt, pathText } from '../api/records/field-paths.ts'
import { KivaError } from '../errors.ts'
import type { Json } from '../ports/json.ts'
import { amountAt } from './aggregate/amount.ts'
import { countedBy } from './chart/counted-by.ts'
import type { OutputFormat } from './formats.ts'
import { haveAPlace } from './map/places.ts'
import type { View } from './view.ts'

/** The type of the records, and the aggregation to draw. */
type Drawing = Pick<View, 'type' | 'aggregation'>

/**
 * Checks what is known before any request, and returns a function that checks the first records. Both throw
 * `KivaError` of kind `usage`.
 */
export function checkDrawing(drawing: Drawing, output: OutputFormat): (first: readonly Json[]) => void {
  const { type, aggregation } = drawing
  if (output === 'chart' && countedBy(drawing).length === 0) {
    throw new KivaError('usage', '-o chart needs --by here', {
      hint: 'Name a field that the records have, such as --by country.',
    })
  }
  const known = type.fields
  if (output === 'map' && type.name && !haveAPlace(known)) {
    throw new KivaError('usage', `${type.noun} are on no map`, {
      hint: '-o map is for loans, partners and lending actions.',
    })
  }
  const { sum } = aggregation ?? {}
  if (sum && fieldAt(known, sum) && !namesOfNumbers(known).includes(pathText(sum))) throw noSum(sum, drawing)
  return (first) => checkDrawn(drawing, first)
}

/** Checks fields that the record type does not declare: the records may still have them. */
function checkDrawn(drawing: Drawing, first: readonly Json[]): void {
  const known = drawing.type.fields
  const { by, sum } = drawing.aggregation ?? {}
  if (by) checkFields([by], known, first, { option: '--by', names: namesOfFields(known) })
  if (!sum || fieldAt(known, sum)) return
  checkFields([sum], known, first, { option: '--sum', names: namesOfNumbers(known) })
  if (first.length > 0 && first.every((record) => amountAt(record, sum) === undefined))
    throw noSum(sum, drawing)
}

function noSum(path: FieldPath, { type }: Drawing): KivaError {
  const name = pathText(path)
  const names = namesOfNumbers(type.fields)
  const near = nearest(name, names)
  const meant = near === undefined ? '' : `Did you mean ${near}? `
  return new KivaError('usage', `--sum: "${name}" is nothing to add up`, {
    hint: names.length === 0 ? 'Name a field that holds numbers.' : `${meant}There are: ${names.join(', ')}.`,
  })
}
