/** Prints a bar chart of the number of records per group, or of the sum of a field per group. */

import { nameOfField } from '../../api/records/field-aliases.ts'
import { fieldAt } from '../../api/records/field-paths.ts'
import { fieldsOf } from '../../api/records/fields-of.ts'
import { Aggregate } from '../aggregate/aggregate.ts'
import { amountAt, sumFormat } from '../aggregate/amount.ts'
import { drawNotes } from '../aggregate/notes.ts'
import { palette } from '../terminal/palette.ts'
import type { Render } from '../view.ts'
import { countedBy } from './counted-by.ts'
import { drawRows } from './draw-rows.ts'
import { kindsBy } from './labels.ts'
import { listRows } from './list-rows.ts'
import { rowsOf } from './rows.ts'

/**
 * Prints nothing until all records arrived, and nothing if reading fails: a partial chart would look
 * complete.
 */
export const renderChart: Render = async function* (records, view) {
  const { noun } = view.type
  const fields = fieldsOf(view.type)
  const by = countedBy(view)
  const kindsOf = kindsBy(by, fieldAt(fields, by))
  const { sum } = view.aggregation ?? {}
  const aggregation = new Aggregate()
  for await (const record of records) aggregation.add(kindsOf(record), sum ? amountAt(record, sum) : 1)
  if (aggregation.records === 0) return
  const names = { by: nameOfField(by), value: sum ? nameOfField(sum) : noun }
  const format = sumFormat(fields, sum)
  const rows = rowsOf(aggregation, view.rows)
  const paint = palette(view.color)
  yield view.plain ? listRows(rows, { names, format }) : drawRows(rows, { names, format, view, paint })
  yield drawNotes(aggregation, { noun, by: names.by, sum: sum && names.value }, paint)
}
