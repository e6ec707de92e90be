/** Which request is worth making next. Pure: the same state wants the same request. */

import { isObject, type Json } from '../ports/json.ts'
import { type Layout, layoutOf, listRows, type Rect } from './layout.ts'
import { pictureIn, pictureRest } from './pictures.ts'
import { facetLines, facetTop } from './places/facet-lines.ts'
import { isCounted } from './places/tabs.ts'
import type { Place } from './state/place.ts'
import type { Budget, Drawing, Effect, State } from './state/state.ts'
import { positionOf } from './update/place.ts'

/** Milliseconds between the rounds of a watch. */
export const watchInterval = 30_000

/** Returns the request to make next, or `undefined`. Once the rate limit is used up, only requests of keys are sent. */
export function wantedRequest(state: State): Effect | undefined {
  const { place, queue } = state
  const page = wantedPage(state)
  if (page === 'asked') return { kind: 'page', place: place.id }
  const [queued] = queue
  if (queued) return queued
  if (page && mayAsk(state, page)) return { kind: 'page', place: place.id }
  const details = wantedDetails(state)
  if (details && mayAsk(state, details.need)) return { kind: 'details', place: place.id, ids: details.ids }
  if (isWatchDue(state) && mayAsk(state, 'needed')) return { kind: 'watch', place: place.id }
  const ahead = mayAsk(state, 'ahead') ? (wantedCount(state) ?? wantedPicture(state)) : undefined
  // Reading all pages takes minutes: everything else goes first.
  return (
    ahead ?? (place.readsAll && place.progress === 'more' ? { kind: 'page', place: place.id } : undefined)
  )
}

/** Returns how much the next page of the current place is wanted. */
function wantedPage(state: State): Need | undefined {
  const { place, size } = state
  if (place.progress !== 'more') return undefined
  if (place.count === 0 || place.seeks !== undefined || place.isAskedFor) return 'asked'
  const { indexes, isComplete } = place.selection
  if (!isComplete) return undefined
  const last = indexes.length - 1
  // Filters and sorts work on what is loaded: more is read when a key asks for it at the last row.
  if (place.filter !== '' || place.facets.size > 0 || place.isMarkedOnly || place.sort) return undefined
  if (positionOf(place) >= last && last >= 0) return 'asked'
  const rows = listRows(layoutOf(size, { pane: 'list', isZoomed: place.isZoomed }))
  if (place.top + rows > last) return 'needed'
  return place.top + 2.5 * rows > last ? 'ahead' : undefined
}

/**
 * The lists whose records have more fields on their own pages: read for the whole screen, or for the record that is being
 * read.
 */
const neededDetails: Readonly<Partial<Record<string, 'screen' | 'read'>>> = {
  loan_listing: 'screen',
  lender_listing: 'read',
}

/** Returns the records whose details are wanted. One request reads those of the whole screen. */
function wantedDetails(state: State): { readonly ids: readonly string[]; readonly need: Need } | undefined {
  const { place, size, now, lastKey } = state
  const need = neededDetails[place.type.name ?? '']
  if (need === undefined || now - lastKey < rest || place.cursor === undefined) return undefined
  const layout = layoutOf(size, place)
  const isReading = place.pane === 'detail'
  if (!isReading && (need === 'read' || !layout.panes.detail)) return undefined
  if (need === 'read')
    return isDetailed(place, place.cursor) ? undefined : { ids: [place.cursor], need: 'needed' }
  const shown = place.selection.indexes.slice(
    place.top,
    place.top + listRows(layoutOf(size, { ...place, pane: 'list' })),
  )
  const ids = shown.map((index) => place.rows.key(index)).filter((key) => !isDetailed(place, key))
  if (isReading && !isDetailed(place, place.cursor))
    return { ids: [...new Set([place.cursor, ...ids])].slice(0, mostIds), need: 'needed' }
  return ids.length > 0 ? { ids: ids.slice(0, mostIds), need: 'ahead' } : undefined
}

/** The ids of one request. */
const mostIds = 50

/** Returns whether the details of a record were asked for, or cannot be because it has no id. */
function isDetailed({ detailedKeys, rows }: Place, key: string): boolean {
  const index = rows.indexOf(key)
  return detailedKeys.has(key) || (index !== undefined && rows.idOf(index) === undefined)
}

/** Returns the request for the first saved command on the screen whose new records were not counted yet. */
function wantedCount(state: State): Effect | undefined {
  const { place, size, saved: names, now, lastKey } = state
  const { facets } = layoutOf(size, place).panes
  if (!facets || now - lastKey < rest || [...names.keys()].every((name) => isCounted(state, name)))
    return undefined
  const lines = facetLines(state)
  const top = facetTop(state, lines)
  for (const line of lines.slice(top, top + facets.rows))
    if (line.kind === 'place' && line.saved !== undefined && !isCounted(state, line.saved))
      return { kind: 'count-new', place: place.id, saved: line.saved, argv: line.argv }
  return undefined
}

/** Returns the request for the picture of the record that is shown, once no key was pressed for a while. */
function wantedPicture(state: State): Effect | undefined {
  const { place, size, now, lastKey } = state
  if (now - lastKey < pictureRest) return undefined
  const drawing = detailDrawing(state, layoutOf(size, place).panes.detail)
  if (!drawing?.picture || drawing.picture.isLoaded || drawing.record === undefined) return undefined
  const { key, room } = drawing.picture
  return { kind: 'picture', place: place.id, record: drawing.record, picture: { key, room } }
}

const isWatchDue = (state: State): boolean =>
  state.place.isWatched && state.place.count > 0 && watchDue(state) <= state.now

/** Returns when the next round of a watch is due, in milliseconds since the epoch. It waits for a low rate limit. */
function watchDue(state: State): number {
  const { place, budget } = state
  const due = (place.watchedAt ?? state.now) + watchInterval
  return mayAsk(state, 'needed') ? due : Math.max(due, budget?.until ?? 0)
}

/** Returns whether time alone changes the screen: it shows seconds that pass, or what waits for a rest. */
export const changesWithTime = (before: State, state: State): boolean =>
  state.waitsUntil !== undefined ||
  state.place.problem?.retryAt !== undefined ||
  isHeld(before) !== isHeld(state)

/** Returns when the state should be looked at again without an event, in milliseconds since the epoch. */
export function nextTick(state: State): number | undefined {
  const { lastKey, now, waitsUntil, place } = state
  const times = [
    lastKey + rest,
    ...(state.showsPictures ? [lastKey + pictureRest] : []),
    ...(waitsUntil === undefined ? [] : [Math.min(waitsUntil, now + 1000)]),
    ...(place.isWatched ? [watchDue(state)] : []),
    ...(place.problem?.retryAt === undefined ? [] : [Math.min(place.problem.retryAt, now + 1000)]),
  ].filter((time) => time > now)
  return times.length === 0 ? undefined : Math.min(...times)
}

/* Which drawings of the command line's renderers a state wants to show. */

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

/* Which requests the rate limit of the last reply allows. */

/** How much a request is wanted: asked for by a key, needed for what is on the screen, or for later. */
export type Need = 'asked' | 'needed' | 'ahead'

/** Returns whether the rate limit of the last reply still counts. */
export const isInForce = (budget: Budget | undefined, now: number): budget is Budget =>
  budget !== undefined && budget.until > now

/** Look-ahead stops below half of the rate limit, everything else that no key asked for below a fifth. */
export function mayAsk({ budget, waitsUntil, now }: State, need: Need): boolean {
  if (need === 'asked') return true
  if (waitsUntil !== undefined && waitsUntil > now) return false
  if (!isInForce(budget, now)) return true
  return budget.remaining > budget.limit / (need === 'ahead' ? 2 : 5)
}

/* Whether keys follow each other fast. Pages of records, charts and details wait until they stop. */

/** Milliseconds without a key before costly things are done. */
export const rest = 120

/** Returns whether a key is held, or several were pressed without a rest between them. */
export const isHeld = ({ now, lastKey, keyBefore }: Pick<State, 'now' | 'lastKey' | 'keyBefore'>): boolean =>
  now - lastKey < rest && lastKey - keyBefore < rest
