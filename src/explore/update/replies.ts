/** What the loop reports: places, pages, failures, drawings. */

import { mostPictures } from '../pictures/picture-room.ts'
import type { Effect } from '../state/effect.ts'
import type { Reply } from '../state/event.ts'
import type { Place } from '../state/place.ts'
import type { Next, State } from '../state/state.ts'
import { withChanges, withDetails, withPage, withTotal } from './loaded.ts'
import { opened, refused } from './opening.ts'
import { reselect, settle, someSlices, withPlace } from './place.ts'

/** At most this many requests are listed. */
const mostRequests = 200
/** At most this many texts of renderers are kept. */
const mostDrawings = 40

/** Returns the state after a report, and what follows from it. */
export function onReply(state: State, event: Reply): Next {
  switch (event.kind) {
    case 'resize':
      return [settle({ ...state, size: event.size }), []]
    case 'opened':
      return opened(state, event)
    case 'refused':
      return refused(state, event.problem.words, event.problem.hint)
    case 'page':
      return [
        settleHere(
          onPlace(noted(state, event.missing), event.place, (place) => withPage(place, event, state.now)),
          event.place,
        ),
        [],
      ]
    case 'failed':
      return [
        onPlace(state, event.place, (place) => ({
          ...place,
          progress: event.isRefresh ? place.progress : 'failed',
          problem: event.problem,
          readsAll: false,
        })),
        [],
      ]
    case 'details':
      return [
        refreshed(
          onPlace(state, event.place, (place) => withDetails(place, event.ids)),
          event.place,
        ),
        [],
      ]
    case 'totals':
      return [onPlace(state, event.place, (place) => withTotal(place, event)), []]
    case 'watched':
      return [
        refreshed(
          onPlace(state, event.place, (place) => withChanges(place, event.changes, state.now)),
          event.place,
        ),
        [],
      ]
    case 'sent':
      return [sent(state, event.effect), []]
    case 'selected':
      return [settle(state), []]
    case 'drawn': {
      const kept = [...state.drawings].filter(([key]) => key !== event.key).slice(1 - mostDrawings)
      return [{ ...state, drawings: new Map([...kept, [event.key, event.lines]]) }, []]
    }
    case 'picture': {
      const kept = [...state.pictures].slice(1 - mostPictures)
      return [{ ...state, pictures: new Map([...kept, [event.picture, event.isLoaded]]) }, []]
    }
    case 'request':
      return [
        {
          ...state,
          requests: [event.request, ...state.requests].slice(0, mostRequests),
          budget: event.budget ?? state.budget,
        },
        [],
      ]
    case 'waiting':
      return [{ ...state, waitsUntil: event.until, isRetrying: event.isRetry === true }, []]
    case 'note':
      return [{ ...state, note: event.words }, []]
    case 'names':
      return [{ ...state, saved: event.saved, shortlists: event.shortlists }, []]
    case 'counted-new':
      return [{ ...state, newCounts: new Map([...state.newCounts, [event.saved, event.count]]) }, []]
    case 'account':
      return [{ ...state, account: event.name }, []]
    case 'tick':
      return [state, []]
  }
}

const noted = (state: State, missing: readonly (string | number)[]): State =>
  missing.length === 0 ? state : { ...state, note: `Not found: ${missing.join(', ')}` }

/** A request of the queue has had its turn; a place whose page was asked for is being read. */
function sent(state: State, effect: Effect): State {
  if (effect.kind === 'page')
    return onPlace(state, effect.place, (place) => ({ ...place, progress: 'reading' }))
  return { ...state, queue: state.queue.filter((one) => one !== effect) }
}

/** Changes a place wherever it is: the current one, or one in the history. */
function onPlace(state: State, id: number, change: (place: Place) => Place): State {
  const apply = (place: Place) => (place.id === id ? change(place) : place)
  return { ...state, place: apply(state.place), past: state.past.map(apply), future: state.future.map(apply) }
}

/** A filter or a sort may let other rows through once records have more fields. */
function refreshed(state: State, id: number): State {
  const { filter, facets, sort } = state.place
  return state.place.id === id && (filter !== '' || facets.size > 0 || sort) ? reselect(state) : state
}

/** Selects the new rows of the current place. */
function settleHere(state: State, id: number): State {
  if (state.place.id !== id) return state
  state.place.selection.advance(someSlices())
  return settle(foundOne(state))
}

/** Moves the cursor to the record that the place seeks, once it is loaded. */
function foundOne(state: State): State {
  const { place } = state
  const index = place.seeks === undefined ? undefined : place.rows.indexOf(place.seeks)
  if (index !== undefined) return withPlace(state, { seeks: undefined, cursor: place.seeks })
  return place.progress === 'complete' ? withPlace(state, { seeks: undefined }) : state
}
