/** Checks that a chart or a map has something to count. */

import { nearest } from '../api/nearest.ts'
import { checkFields } from '../api/records/check-fields.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { namesOfFields, namesOfNumbers, resolveField } from '../api/records/field-aliases.ts'
import { type FieldPath, fieldAt, pathText } from '../api/records/field-paths.ts'
import type { Fields } from '../api/records/fields.ts'
import { KivaError } from '../errors.ts'
import type { Json } from '../ports/json.ts'
import { amountAt, countedBy } from './aggregate.ts'
import type { OutputFormat } from './formats.ts'
import { hasPlaces } from './map/places.ts'
import type { Aggregation, View } from './view.ts'

/** The type of the records, and the aggregation to draw. */
type Drawing = Pick<View, 'type' | 'aggregation'>

/** Returns the aggregation with the fields that its aliases, such as `country`, stand for. */
export function resolveAliases({ by, sum }: Aggregation, fields: Fields): Aggregation {
  const resolve = (path: FieldPath | undefined) => path && resolveField(pathText(path), fields)
  return { by: resolve(by), sum: resolve(sum) }
}

/**
 * Checks what is known before any request, and returns a function that checks the first records. Both throw
 * `KivaError` of kind `usage`.
 */
export function checkDrawing(drawing: Drawing, output: OutputFormat): (first: readonly Json[]) => void {
  const { type, aggregation } = drawing
  if (output === 'chart' && countedBy(drawing).length === 0) {
    throw new KivaError('usage', '-o chart requires --by', {
      hint: 'Name a field of the records, such as --by country.',
    })
  }
  const known = fieldsOf(type)
  if (output === 'map' && type.name && !hasPlaces(known)) {
    throw new KivaError('usage', `-o map cannot be used with ${type.noun}`, {
      hint: '-o map shows loans, partners and lending actions.',
    })
  }
  const { sum } = aggregation ?? {}
  if (sum && fieldAt(known, sum) && !namesOfNumbers(known).includes(pathText(sum)))
    throw notSummable(sum, drawing)
  return (first) => checkDrawn(drawing, first)
}

/** Checks fields that the record type does not declare: the records may still have them. */
function checkDrawn(drawing: Drawing, first: readonly Json[]): void {
  const known = fieldsOf(drawing.type)
  const { by, sum } = drawing.aggregation ?? {}
  if (by) checkFields([by], known, first, { option: '--by', names: namesOfFields(known) })
  if (!sum || fieldAt(known, sum)) return
  checkFields([sum], known, first, { option: '--sum', names: namesOfNumbers(known) })
  if (first.length > 0 && first.every((record) => amountAt(record, sum) === undefined))
    throw notSummable(sum, drawing)
}

function notSummable(path: FieldPath, { type }: Drawing): KivaError {
  const name = pathText(path)
  const names = namesOfNumbers(fieldsOf(type))
  const near = nearest(name, names)
  const suggestion = near === undefined ? '' : `Did you mean ${near}? `
  return new KivaError('usage', `invalid value "${name}" for --sum`, {
    hint:
      names.length === 0
        ? 'Name a field with numbers.'
        : `${suggestion}Fields with numbers: ${names.join(', ')}.`,
  })
}
