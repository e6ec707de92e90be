/** Checks that records can be grouped, or drawn as a chart or a map. */

import { didYouMean, nearest } from '../api/nearest.ts'
import { checkFields } from '../api/records/check-fields.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { namesOfFields, namesOfMeasures, namesOfNumbers } from '../api/records/field-aliases.ts'
import { pathText, valueAt } from '../api/records/field-paths.ts'
import type { Fields } from '../api/records/fields.ts'
import type { DerivedType } from '../api/records/record-types.ts'
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { amountsIn } from '../domain/statistics.ts'
import type { OutputFormat } from './formats.ts'
import { aggregationOf, countedBy, type ResolvedGrouping } from './grouping.ts'
import { hasPlaces } from './map/places.ts'

/**
 * Checks what is known before any request, and returns a function that checks the first records. Both throw
 * `KivaError` of kind `usage`.
 */
export function checkGrouping(
  { by, measures }: ResolvedGrouping,
  type: DerivedType,
): (first: readonly Json[]) => void {
  const known = fieldsOf(type)
  for (const { path, field, step } of by)
    if (step !== undefined && field && !namesOfMeasures(known).includes(pathText(path)))
      throw notANumber('by', `${pathText(path)}:${step}`, known)
  for (const { statistic, path, field } of measures) {
    if (field && !namesFor(statistic, known).includes(pathText(path)))
      throw notANumber(statistic, pathText(path), known)
  }
  // Fields that the record type does not declare: the records may still have them.
  return (first) => {
    checkFields(
      by.map(({ path }) => path),
      known,
      first,
      { option: '--by', names: namesOfFields(known) },
    )
    for (const { statistic, path, field } of measures) {
      if (field) continue
      checkFields([path], known, first, { option: `--${statistic}`, names: namesFor(statistic, known) })
      if (first.length > 0 && first.every((record) => amountsIn(valueAt(record, path)).length === 0))
        throw notANumber(statistic, pathText(path), known)
    }
  }
}

/** Checks like {@link checkGrouping}, and that a chart or a map can be drawn. */
export function checkDrawing(
  grouping: ResolvedGrouping,
  type: DerivedType,
  output: OutputFormat,
): (first: readonly Json[]) => void {
  if (output === 'chart' && countedBy({ type, aggregation: aggregationOf(grouping) }).length === 0) {
    throw new KivaError('usage', '-o chart requires --by', {
      hint: 'Name a field of the records, such as --by country.',
    })
  }
  if (grouping.by.length > 1 || grouping.measures.length > 1) {
    throw new KivaError('usage', `-o ${output} draws one number of one field`, {
      hint: 'Use -o table for several.',
    })
  }
  if (output === 'map' && type.name && !hasPlaces(fieldsOf(type))) {
    throw new KivaError('usage', `-o map cannot be used with ${type.noun}`, {
      hint: '-o map shows loans, partners and lending actions.',
    })
  }
  return checkGrouping(grouping, type)
}

const namesFor = (statistic: string, known: Fields) =>
  statistic === 'sum' ? namesOfNumbers(known) : namesOfMeasures(known)

function notANumber(statistic: string, name: string, known: Fields): KivaError {
  const names = namesFor(statistic, known)
  return new KivaError('usage', `invalid value "${name}" for --${statistic}`, {
    hint:
      names.length === 0
        ? 'Name a field with numbers.'
        : didYouMean(nearest(name, names), `Fields with numbers: ${names.join(', ')}.`),
  })
}
