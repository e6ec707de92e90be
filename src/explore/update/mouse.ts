/** The mouse: clicks, the wheel, and sorting by a header. */

import type { InputEvent } from '../input/input.ts'
import { layoutOf, type Rect } from '../layout.ts'
import { facetTop, lineName } from '../places/facet-cursor.ts'
import { facetLines } from '../places/facet-lines.ts'
import type { Pane } from '../state/place.ts'
import type { Next, State } from '../state/state.ts'
import { toggleFacet } from './facets.ts'
import { move, open } from './moves.ts'
import { moveTo, positionOf, reselect, visibleRows, withPlace } from './place.ts'

type MouseEvent = Extract<InputEvent, { readonly kind: 'mouse' }>

/** The rows that a step of the wheel moves. */
const wheelRows = 3

/** `header` is the index of the column whose header was clicked, if one was. */
export function onMouse(state: State, { action, row, column }: MouseEvent, header: number | undefined): Next {
  if (state.overlay) return [state, []]
  const { panes } = layoutOf(state.size, state.place)
  const pane = (['facets', 'list', 'detail'] as const).find((name) => isIn(panes[name], row, column))
  const rect = pane && panes[pane]
  if (!pane || !rect) return [state, []]
  const focused = withPlace(state, { pane })
  if (action !== 'press') {
    const [moved, effects] = move(focused, { rows: action === 'wheel-down' ? wheelRows : -wheelRows })
    return [withPlace(moved, { pane: state.place.pane }), effects]
  }
  if (header !== undefined && pane === 'list') return sortBy(focused, header)
  return click[pane](focused, row - rect.row)
}

const isIn = (rect: Rect | undefined, row: number, column: number): boolean =>
  rect !== undefined &&
  row >= rect.row &&
  row < rect.row + rect.rows &&
  column >= rect.column &&
  column < rect.column + rect.columns

const click: Readonly<Record<Pane, (state: State, row: number) => Next>> = {
  facets: (state, row) => {
    const lines = facetLines(state)
    const line = lines[facetTop(state, lines) + row]
    return line && line.kind !== 'blank'
      ? toggleFacet(withPlace(state, { facetCursor: lineName(line) }))
      : [state, []]
  },
  detail: (state) => [state, []],
  list: (state, row) => {
    const { place } = state
    if (row === 0) return [state, []]
    const position = place.top + row - 1
    if (position >= place.selection.indexes.length) return [state, []]
    if (position === positionOf(place)) return open(state)
    return [{ ...state, place: moveTo(place, position, visibleRows(state)) }, []]
  },
}

/** A second click on the same header reverses the order. */
function sortBy(state: State, column: number): Next {
  const { sort } = state.place
  const isDescending = sort?.column === column && !sort.isDescending
  return [reselect(withPlace(state, { sort: { column, isDescending } })), []]
}
