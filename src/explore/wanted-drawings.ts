/** Which drawings of the command line's renderers a state wants to show. */
import { isObject, type Json } from '../ports/json.ts'
import { type Layout, layoutOf, type Rect } from './layout.ts'
import { pictureIn } from './pictures/picture-room.ts'
import type { Drawing } from './state/effect.ts'
import type { Place } from './state/place.ts'
import type { State } from './state/state.ts'

/** The record at the cursor. */
export interface Current {
  readonly index: number
  readonly key: string
  readonly record: Json
}

/** Returns the record at the cursor, or the first one that is shown; `undefined` if none is. */
export function currentOf({ rows, selection, cursor }: Place): Current | undefined {
  const [first] = selection.indexes
  if (first === undefined) return undefined
  const index = (cursor === undefined ? undefined : rows.indexOf(cursor)) ?? first
  return { index, key: rows.key(index), record: rows.record(index) }
}

/** Returns what the layout of the state shows as drawings: at most one for each pane. */
export function drawingsOf(state: State): readonly Drawing[] {
  const { panes } = layoutOf(state.size, state.place)
  return [listDrawing(state.place, panes.list), detailDrawing(state, panes.detail)].filter(
    (drawing) => drawing !== undefined,
  )
}

/** Returns the chart or map in place of the list. */
export function listDrawing(place: Place, rect: Layout['panes']['list']): Drawing | undefined {
  const { id, rows, view, count, filter, facets, isMarkedOnly, selection } = place
  if (!rect || view === 'list' || selection.indexes.length === 0) return undefined
  const size = textSize(rect)
  const chosen = [...facets].map(([name, values]) => [name, ...values])
  const what = [
    view,
    id,
    count,
    rows.version,
    selection.indexes.length,
    filter,
    chosen,
    isMarkedOnly,
    size.columns,
    size.rows,
  ]
  return { key: JSON.stringify(what), kind: view, place: id, ...size }
}

/** Returns the drawing of the record at the cursor. Its key starts with the place and the record. */
export function detailDrawing(state: State, rect: Layout['panes']['detail']): Drawing | undefined {
  const { place } = state
  const current = rect && currentOf(place)
  if (!current) return undefined
  const { id, rows } = place
  const { key, record } = current
  const kind = place.isRaw ? 'raw' : 'detail'
  const size = textSize(rect)
  const picture = place.isRaw ? undefined : pictureIn(state, record, rect)
  // More fields of the record may be read later.
  const fields = isObject(record) ? Object.keys(record).length : 0
  const what = [id, key, kind, rows.version, fields, size.columns, size.rows, JSON.stringify(picture)]
  return { key: what.join(' '), kind, place: id, record: key, picture, ...size }
}

/** A column at each side stays empty. */
const textSize = ({ columns, rows }: Rect) => ({ columns: Math.max(1, columns - 2), rows })
