/** Prints a map of the world with the locations of records. */
import { nameOfField } from '../../api/records/field-aliases.ts'
import { fieldsOf } from '../../api/records/fields-of.ts'
import { Aggregate } from '../aggregate/aggregate.ts'
import { amountAt, sumFormat } from '../aggregate/amount.ts'
import { drawNotes } from '../aggregate/notes.ts'
import { palette } from '../terminal/palette.ts'
import type { Render } from '../view.ts'
import { drawMap } from './draw-map.ts'
import { listPlaces } from './list-places.ts'
import { type Place, placesOf } from './places.ts'

/** Prints nothing if reading the records fails, like a chart. */
export const renderMap: Render = async function* (records, view) {
  const { noun } = view.type
  const fields = fieldsOf(view.type)
  const { sum } = view.aggregation ?? {}
  const aggregation = new Aggregate<Place>()
  for await (const record of records) aggregation.add(placesOf(record), sum ? amountAt(record, sum) : 1)
  if (aggregation.records === 0) return
  const what = sum ? nameOfField(sum) : noun
  const look = { what, format: sumFormat(fields, sum), paint: palette(view.color) }
  const groups = aggregation.groups()
  yield view.plain ? listPlaces(groups, look) : drawMap(groups, view, look)
  yield drawNotes(aggregation, { noun, by: 'place', sum: sum && what }, look.paint)
}
