/** Draws records as a chart of bars: how many there are of each kind, or what a field of theirs adds up to. */
import { fieldAt } from '../../api/field-paths.ts'
import { recordTypeOf } from '../../api/record-types.ts'
import type { Field } from '../../api/records.ts'
import { nameOfField } from '../../api/usual-names.ts'
import { amountAt } from '../tally/amount.ts'
import { Tally } from '../tally/tally.ts'
import { palette } from '../terminal/palette.ts'
import type { Render } from '../view.ts'
import { count, type Format, money } from '../words/format.ts'
import { countedBy } from './counted-by.ts'
import { drawRows } from './draw-rows.ts'
import { grouping } from './labels.ts'
import { notesOf } from './notes.ts'
import { rowsOf } from './rows.ts'

/** Nothing is drawn before the last record is there; of a reading that fails, nothing is: a part would look like the whole. */
export const renderChart: Render = async function* (records, view) {
  const { fields, key } = recordTypeOf(view.returns)
  const by = countedBy(view)
  const groupsOf = grouping(by, fieldAt(fields, by))
  const { sum } = view.tally ?? {}
  const tally = new Tally()
  for await (const record of records) {
    tally.add({ groups: groupsOf(record), amount: sum ? amountAt(record, sum) : 1 })
  }
  if (tally.records === 0) return
  const noun = key.replaceAll('_', ' ')
  const header = { by: nameOfField(by), value: sum ? nameOfField(sum) : noun }
  const format = sum ? formatOf(fieldAt(fields, sum)) : count
  const paint = palette(view.colour)
  yield drawRows(rowsOf(tally, view.rows), { header, format, view, paint })
  const notes = notesOf(tally, { noun, by: header.by, sum: sum && header.value })
  if (notes.length > 0) yield `\n${notes.map((note) => `${paint('label', note)}\n`).join('')}`
}

const formatOf = (field: Field | undefined): Format => (field?.type === 'money' ? money : count)
