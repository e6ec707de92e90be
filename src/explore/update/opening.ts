/** The history of places: a new place is added, and one that was read again replaces its older self. */
import type { Event } from '../state/event.ts'
import type { Place } from '../state/place.ts'
import type { Next, State } from '../state/state.ts'
import { reselect } from './place.ts'

/** Places that the history keeps, with their rows. */
const mostPlaces = 50

export function opened(state: State, event: Extract<Event, { readonly kind: 'opened' }>): Next {
  const { place, replaces } = event
  const after = { ...state, nextId: Math.max(state.nextId, place.id) + 1 }
  if (replaces !== undefined) return replaced(after, place, replaces)
  const past = [...state.past, state.place]
  const left = [...past.slice(0, -mostPlaces), ...state.future]
  // Opening a saved command counts its new records again.
  const newCounts = new Map([...state.newCounts].filter(([name]) => name !== place.saved))
  return [
    {
      ...after,
      overlay: undefined,
      note: undefined,
      place,
      past: past.slice(-mostPlaces),
      future: [],
      newCounts,
    },
    left.map((one) => ({ kind: 'leave', place: one.id }) as const),
  ]
}

/** The place may be in the history by now, or gone. */
function replaced(state: State, fresh: Place, id: number): Next {
  const old = [state.place, ...state.past, ...state.future].find((one) => one.id === id)
  if (!old) return [state, [{ kind: 'leave', place: fresh.id }]]
  const { filter, facets, sort, isMarkedOnly, view, isRaw, pane, isZoomed, isWatched, top, expanded } = old
  const { facetCursor } = old
  const isFoundByWatch = (key: string) =>
    old.rows.indexOf(key) === undefined && fresh.rows.indexOf(key) !== undefined
  const kept = {
    ...{ filter, facets, sort, isMarkedOnly, view, isRaw, pane, isZoomed, isWatched, top, expanded },
    facetCursor,
    watchedAt: isWatched ? state.now : undefined,
    changes: new Map([...old.changes].filter(([key]) => isFoundByWatch(key))),
  }
  const { place } = reselect({
    ...state,
    place: { ...fresh, ...kept, cursor: old.cursor ?? fresh.cursor },
  })
  const swap = (one: Place) => (one === old ? place : one)
  const { past, future } = state
  return [
    { ...state, place: swap(state.place), past: past.map(swap), future: future.map(swap) },
    [{ kind: 'leave', place: id }],
  ]
}

/** Shows why a place cannot be opened: in the palette or the form if one is open. */
export function refused(state: State, words: string, hint: string | undefined): Next {
  const { overlay } = state
  const problem = hint === undefined ? words : `${words} · ${hint}`
  if (overlay?.kind === 'palette' || overlay?.kind === 'search')
    return [{ ...state, overlay: { ...overlay, problem } }, []]
  return [{ ...state, note: `error: ${problem}` }, []]
}
