/** Prints a map of the world with the locations of records. */
import { nameOfField } from '../../api/records/field-aliases.ts'
import { Aggregate } from '../aggregate/aggregate.ts'
import { amountAt, sumFormat } from '../aggregate/amount.ts'
import { drawNotes } from '../aggregate/notes.ts'
import { palette } from '../terminal/palette.ts'
import type { Render } from '../view.ts'
import { drawMap } from './draw-map.ts'
import { type Place, placesOf } from './places.ts'
import { tellPlaces } from './tell-places.ts'

/** Prints nothing if reading the records fails, like a chart. */
export const renderMap: Render = async function* (records, view) {
  const { fields, noun } = view.type
  const { sum } = view.tally ?? {}
  const tally = new Aggregate<Place>()
  for await (const record of records) tally.add(placesOf(record), sum ? amountAt(record, sum) : 1)
  if (tally.records === 0) return
  const what = sum ? nameOfField(sum) : noun
  const look = { what, format: sumFormat(fields, sum), paint: palette(view.color) }
  const groups = tally.groups()
  yield view.plain ? tellPlaces(groups, look) : drawMap(groups, view, look)
  yield drawNotes(tally, { noun, by: 'place', sum: sum && what }, look.paint)
}
