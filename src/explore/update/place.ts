/** Moves the cursor of a place, and keeps it on its record while rows come and go. */

import { layoutOf, listRows } from '../layout.ts'
import { parseFilter } from '../rows/filter.ts'
import { Selection } from '../rows/selection.ts'
import type { Place } from '../state/place.ts'
import type { State } from '../state/state.ts'

/** Slices of a selection that an update computes itself; the loop continues. */
const slicesAtOnce = 20

const noKeys: ReadonlySet<string> = new Set()

/** Returns the marked keys of the place's kind of record. */
export const markedHere = ({ marked, place }: Pick<State, 'marked' | 'place'>): ReadonlySet<string> =>
  marked.get(place.type.kind ?? '') ?? noKeys

/** Returns the state with its place changed. */
export const withPlace = (state: State, change: Partial<Place>): State => ({
  ...state,
  place: { ...state.place, ...change },
})

/** Returns the position of the cursor in the selection, or -1. */
export function positionOf({ selection: { indexes }, rows, cursor }: Place): number {
  const index = cursor === undefined ? undefined : rows.indexOf(cursor)
  return index === undefined ? -1 : indexes.indexOf(index)
}

/** Returns the number of list rows that are visible. */
export const visibleRows = ({ size, place }: Pick<State, 'size' | 'place'>): number =>
  listRows(layoutOf(size, { pane: 'list', isZoomed: place.isZoomed }))

/** Returns the place with the cursor at a position of its selection, and that row visible. */
export function moveTo(place: Place, position: number, rows: number): Place {
  const { indexes } = place.selection
  const last = indexes.length - 1
  const at = Math.max(0, Math.min(position, last))
  const index = indexes[at]
  if (index === undefined) return { ...place, top: 0 }
  const cursor = place.rows.key(index)
  const top = Math.max(0, Math.min(Math.max(place.top, at - rows + 1), at, Math.max(0, last - rows + 1)))
  if (cursor === place.cursor) return { ...place, top }
  return { ...place, cursor, top, scroll: 0, link: 0 }
}

/** Puts the cursor on a row that is shown: its own, the next one in the list, or the last one. */
export function settle(state: State): State {
  const { place } = state
  const position = positionOf(place)
  if (
    position < 0 &&
    (!place.selection.isComplete || place.seeks !== undefined) &&
    place.cursor !== undefined
  )
    return state
  return { ...state, place: moveTo(place, position < 0 ? nearest(place) : position, visibleRows(state)) }
}

function nearest({ cursor, rows, selection: { indexes } }: Place): number {
  const index = (cursor === undefined ? undefined : rows.indexOf(cursor)) ?? 0
  const next = indexes.findIndex((one) => one >= index)
  return next < 0 ? indexes.length - 1 : next
}

/** Returns the state with the rows of its place selected anew. */
export function reselect(state: State): State {
  const { place } = state
  const { rows, filter, facets, sort, isMarkedOnly } = place
  const selection = new Selection(rows, {
    filter: parseFilter(filter, place.columns),
    facets,
    sort,
    keys: isMarkedOnly ? markedHere(state) : undefined,
    within: place.selection,
  })
  selection.advance(someSlices())
  return settle(withPlace(state, { selection }))
}

/** Returns a budget for a selection. */
export function someSlices(): () => boolean {
  let left = slicesAtOnce
  return () => --left > 0
}

/** Returns the key of the record that a command is about, if there is one. */
export const currentKey = ({ place }: Pick<State, 'place'>): string | undefined =>
  positionOf(place) < 0 ? undefined : place.cursor

/** Returns the index of that record in its rows. */
export const currentIndex = ({ place }: Pick<State, 'place'>): number | undefined =>
  place.selection.indexes[positionOf(place)]

/** Returns the id of that record, if it has one. */
export function currentId(state: Pick<State, 'place'>): string | undefined {
  const index = currentIndex(state)
  return index === undefined ? undefined : state.place.rows.idOf(index)
}
