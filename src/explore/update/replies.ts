/** What the loop reports: places, pages, failures, drawings. */

import { listedParam } from '../../api/endpoint.ts'
import { mostPictures } from '../pictures.ts'
import type { Event, Reply } from '../state/event.ts'
import type { Place } from '../state/place.ts'
import type { Effect, Next, State } from '../state/state.ts'
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

/* A place after something of it was read. */

export function withPage(place: Place, page: Extract<Event, { readonly kind: 'page' }>, now: number): Place {
  const { count, total, pageSize, isLast, fresh } = page
  const isNamed = listedParam(place.invocation.endpoint) !== undefined || place.type.single === true
  const showsOne = isNamed && count === 1 && isLast
  return {
    ...place,
    count,
    total: total ?? place.total ?? (isLast ? count : undefined),
    pageSize: pageSize ?? place.pageSize,
    progress: isLast ? 'complete' : 'more',
    readsAll: place.readsAll && !isLast,
    isAskedFor: false,
    problem: undefined,
    readAt: now,
    changes:
      fresh.length === 0
        ? place.changes
        : new Map([...place.changes, ...fresh.map((key) => [key, 'new'] as const)]),
    pane: showsOne && place.pane === 'list' ? 'detail' : place.pane,
  }
}

/** Details count as asked for even if they failed or the service has none: they are not asked for again. */
export const withDetails = (place: Place, ids: readonly string[]): Place => ({
  ...place,
  detailedKeys: new Set([...place.detailedKeys, ...ids]),
})

export function withTotal(
  place: Place,
  { facet, value, total }: Extract<Event, { readonly kind: 'totals' }>,
): Place {
  const totals = new Map([...(place.totals.get(facet) ?? []), [value, total]])
  return { ...place, totals: new Map([...place.totals, [facet, totals]]) }
}

/** Keeps what earlier rounds of the watch found, until the list is read again. Without `changes` the round failed. */
export const withChanges = (place: Place, changes: Place['changes'] | undefined, now: number): Place => ({
  ...place,
  ...(changes && { changes: new Map([...place.changes, ...changes]), readAt: now }),
  watchedAt: now,
})

/* The history of places: a new place is added, and one that was read again replaces its older self. */

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
