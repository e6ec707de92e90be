/** Moving: in the list, in a record's page, in the facets, between places. */

import { isHeld } from '../held.ts'
import { detailRows, layoutOf, listRegion } from '../layout.ts'
import { linksOf } from '../places/links.ts'
import type { Effect } from '../state/effect.ts'
import type { Pane, Place } from '../state/place.ts'
import type { Next, State } from '../state/state.ts'
import { detailDrawing } from '../wanted-drawings.ts'
import { moveInFacets } from './facets.ts'
import { moveTo, positionOf, reselect, settle, visibleRows, withPlace } from './place.ts'
import { type Step, target } from './step.ts'

const stay = (state: State): Next => [state, []]

/** Moves the cursor of the pane in focus. */
export function move(state: State, step: Step): Next {
  const { pane } = state.place
  if (pane === 'facets') return stay(moveInFacets(state, step))
  return stay(pane === 'detail' ? moveInPage(state, step) : moveInList(state, step))
}

export function moveInList(state: State, step: Step): State {
  const { place } = state
  const rows = visibleRows(state)
  const last = place.selection.indexes.length - 1
  const at = Math.max(0, positionOf(place))
  const to = target(step, at, last, rows)
  const moved = moveTo(place, to, rows)
  const isPaged = state.isSlow && isHeld(state) && !listRegion(state)
  // Each row that the terminal cannot scroll is sent again, so a held key turns whole pages on a slow line.
  const by = isPaged ? Math.sign(moved.top - place.top) * (rows - 1) : 0
  const next = by === 0 ? moved : moveTo({ ...place, top: moved.top + by }, to, rows)
  // At the last row, the next page is asked for.
  const isAskedFor = at >= last && goesDown(step) && place.progress === 'more'
  return { ...state, place: isAskedFor ? { ...next, isAskedFor } : next }
}

const goesDown = (step: Step): boolean =>
  'to' in step ? step.to === 'last' : ('rows' in step ? step.rows : step.screens) > 0

/** Down goes through the links, then scrolls; up scrolls back, then goes through the links. */
function moveInPage(state: State, step: Step): State {
  const { scroll, link } = state.place
  const rows = detailRows(layoutOf(state.size, state.place))
  const lastLink = linksHere(state).length - 1
  if ('rows' in step && step.rows > 0 && link < lastLink) return withPlace(state, { link: link + 1 })
  if ('rows' in step && step.rows < 0 && scroll === 0)
    return withPlace(state, { link: Math.max(0, link - 1) })
  return withPlace(state, { scroll: target(step, scroll, lastScroll(state, rows), rows) })
}

/** The last position that fills the pane. */
function lastScroll(state: State, rows: number): number {
  const drawing = detailDrawing(state, layoutOf(state.size, state.place).panes.detail)
  if (!drawing) return 0
  const { key, place, record, kind } = drawing
  const alike = `${place} ${record} ${kind} `
  // Until a new drawing of the record is made, the last one is shown.
  const lines =
    state.drawings.get(key) ?? [...state.drawings].findLast(([other]) => other.startsWith(alike))?.[1]
  return Math.max(0, (lines?.length ?? 0) - rows)
}

/** Returns the links of the record at the cursor. */
export function linksHere({ place }: Pick<State, 'place'>) {
  const index = place.cursor === undefined ? undefined : place.rows.indexOf(place.cursor)
  return index === undefined ? [] : linksOf(place.type.kind, place.rows.record(index))
}

/** Opens what the cursor is on: the record's page, then the link in it. */
export function open(state: State): Next {
  const { place } = state
  if (place.pane === 'list') {
    if (positionOf(place) < 0) return stay(state)
    return stay(withPlace(state, { pane: 'detail', scroll: 0, link: 0 }))
  }
  const link = linksHere(state)[place.link]
  return link ? [state, [opening(link)]] : stay(state)
}

const opening = ({
  argv,
  cursor,
}: {
  readonly argv: readonly string[]
  readonly cursor?: string
}): Effect => ({
  kind: 'open',
  argv,
  ...(cursor !== undefined && { seeks: cursor }),
})

/** Moves to the next or previous record while its page stays in focus. */
export function moveRecord(state: State, rows: number): Next {
  return stay(moveInList(state, { rows }))
}

/** Gives another visible pane the focus. */
export function nextPane(state: State, by: 1 | -1): Next {
  const order: readonly Pane[] = ['facets', 'list', 'detail']
  const { pane } = state.place
  const next = order[(order.indexOf(pane) + by + order.length) % order.length]
  return stay(settle(withPlace(state, { pane: next ?? 'list' })))
}

/** Leaves the page, or goes to the place before this one. */
export function back(state: State): Next {
  const { place } = state
  const isOnlyRecord = place.progress === 'complete' && place.count === 1
  if (place.pane === 'list' || (isOnlyRecord && place.pane === 'detail')) return inHistory(state, -1)
  return stay(withPlace(state, { pane: 'list' }))
}

/** Goes back or forward in the history. Places are as they were left. */
export function inHistory(state: State, by: 1 | -1): Next {
  const { place, past, future } = state
  const other: Place | undefined = by < 0 ? past.at(-1) : future[0]
  if (!other) return stay({ ...state, note: by < 0 ? 'This is the first place.' : 'This is the last place.' })
  const moved =
    by < 0
      ? { past: past.slice(0, -1), future: [place, ...future] }
      : { past: [...past, place], future: future.slice(1) }
  const there = { ...state, ...moved, place: other }
  const { filter, facets, sort, isMarkedOnly } = other
  // Details, a watch or marks may have changed which rows it shows.
  return stay(filter !== '' || facets.size > 0 || sort || isMarkedOnly ? reselect(there) : settle(there))
}
