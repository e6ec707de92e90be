/** What to start for a state: the next request, drawings, and the names. Pure. */

import { layoutOf, listRows } from './layout.ts'
import { pictureRest } from './pictures.ts'
import { detailDrawing, drawingsOf } from './shown-drawings.ts'
import type { Budget, Effect, LoopEffect, RequestKind, State } from './state/state.ts'
import type { Tab } from './state/tab.ts'
import { facetLines, facetTop } from './tabs/facet-lines.ts'
import { isCounted } from './tabs/tab-list.ts'
import { positionOf } from './update/tab.ts'

/**
 * Returns the effects to start for a state, also those under way: at most one request, and what must not delay the first
 * screen once that is shown. While keys follow each other fast, nothing is drawn.
 */
export function effectsToStart(state: State): readonly (Effect | LoopEffect)[] {
  const { isShown, areNamesRead, drawings, overlay, size } = state
  if (!isShown) return requestToSend(state)
  const missing = isTypingFast(state) ? [] : drawingsOf(state).filter(({ key }) => !drawings.has(key))
  return [
    ...requestToSend(state),
    ...missing.map((drawing) => ({ kind: 'draw', drawing }) as const),
    ...(overlay?.kind === 'page' && overlay.columns !== size.columns
      ? [{ kind: 'rewrite', columns: size.columns } as const]
      : []),
    ...(areNamesRead ? [] : [{ kind: 'names' } as const]),
  ]
}

/** One request is under way. A picture under way makes way for any other request. */
function requestToSend(state: State): readonly (Effect | LoopEffect)[] {
  const { request, isShown, running } = state
  if (running !== undefined) return []
  if (request && request.kind !== 'picture') return []
  const wanted = nextRequest(state)
  if (!wanted) return []
  if (request) return JSON.stringify(wanted) === JSON.stringify(request) ? [] : [{ kind: 'cancel-picture' }]
  const canWait = wanted.kind === 'details' || wanted.kind === 'picture'
  return canWait && !isShown ? [] : [wanted]
}

const requestKinds: Readonly<Record<RequestKind | 'picture', true>> = {
  page: true,
  details: true,
  watch: true,
  'count-new': true,
  totals: true,
  picture: true,
}

/** Returns whether an effect sends a request, so that it has to wait for its turn. */
export const isRequest = (effect: Effect | LoopEffect): effect is Effect =>
  Object.hasOwn(requestKinds, effect.kind) || (effect.kind === 'open' && effect.replaces !== undefined)

/** Returns the request to make next, or `undefined`. Once the rate limit is used up, only requests of keys are sent. */
export function nextRequest(state: State): Effect | undefined {
  const { tab, queue } = state
  const page = wantedPage(state)
  if (page === 'asked') return { kind: 'page', tab: tab.id }
  const [queued] = queue
  if (queued) return queued
  if (page && mayAsk(state, page)) return { kind: 'page', tab: tab.id }
  const details = wantedDetails(state)
  if (details && mayAsk(state, details.need)) return { kind: 'details', tab: tab.id, ids: details.ids }
  if (isWatchDue(state) && mayAsk(state, 'needed')) return { kind: 'watch', tab: tab.id }
  const ahead = mayAsk(state, 'ahead') ? (wantedCount(state) ?? wantedPicture(state)) : undefined
  // Reading all pages takes minutes: everything else goes first.
  return ahead ?? (tab.readsAll && tab.progress === 'more' ? { kind: 'page', tab: tab.id } : undefined)
}

/** Returns how much the next page of the current tab is wanted. */
function wantedPage(state: State): Need | undefined {
  const { tab, size } = state
  if (tab.progress !== 'more') return undefined
  // A list that was never on the screen waits while a page covers it.
  if (tab.count === 0 && state.overlay?.kind === 'page') return undefined
  if (tab.count === 0 || tab.isAskedFor) return 'asked'
  const { indexes, isComplete } = tab.selection
  if (!isComplete) return undefined
  const last = indexes.length - 1
  // Filters and sorts work on what is loaded: more is read when a key asks for it at the last row.
  if (tab.filter !== '' || tab.facets.size > 0 || tab.isMarkedOnly || tab.sort) return undefined
  if (positionOf(tab) >= last && last >= 0) return 'asked'
  const rows = listRows(size, tab)
  if (tab.top + rows > last) return 'needed'
  return tab.top + 2.5 * rows > last ? 'ahead' : undefined
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
  const { tab, size, now, lastKey } = state
  const need = neededDetails[tab.type.name ?? '']
  if (need === undefined || now - lastKey < rest || tab.cursor === undefined) return undefined
  const layout = layoutOf(size, tab)
  const isReading = tab.pane === 'detail'
  if (!isReading && (need === 'read' || !layout.panes.detail)) return undefined
  if (need === 'read') return isDetailed(tab, tab.cursor) ? undefined : { ids: [tab.cursor], need: 'needed' }
  const shown = tab.selection.indexes.slice(tab.top, tab.top + listRows(size, tab))
  const ids = shown.map((index) => tab.rows.key(index)).filter((key) => !isDetailed(tab, key))
  if (isReading && !isDetailed(tab, tab.cursor))
    return { ids: [...new Set([tab.cursor, ...ids])].slice(0, mostIds), need: 'needed' }
  return ids.length > 0 ? { ids: ids.slice(0, mostIds), need: 'ahead' } : undefined
}

/** The ids of one request. */
const mostIds = 50

/** Returns whether the details of a record were asked for, or cannot be because it has no id. */
function isDetailed({ detailedKeys, rows }: Tab, key: string): boolean {
  const index = rows.indexOf(key)
  return detailedKeys.has(key) || (index !== undefined && rows.idOf(index) === undefined)
}

/** Returns the request for the first saved command on the screen whose new records were not counted yet. */
function wantedCount(state: State): Effect | undefined {
  const { tab, size, saved: names, now, lastKey } = state
  const { facets } = layoutOf(size, tab).panes
  if (!facets || now - lastKey < rest || [...names.keys()].every((name) => isCounted(state, name)))
    return undefined
  const lines = facetLines(state)
  const top = facetTop(state, lines)
  for (const line of lines.slice(top, top + facets.rows))
    if (line.kind === 'tab' && line.saved !== undefined && !isCounted(state, line.saved))
      return { kind: 'count-new', tab: tab.id, saved: line.saved, argv: line.argv }
  return undefined
}

/** Returns the request for the picture of the record that is shown, once no key was pressed for a while. */
function wantedPicture(state: State): Effect | undefined {
  const { tab, size, now, lastKey } = state
  if (now - lastKey < pictureRest) return undefined
  const drawing = detailDrawing(state, layoutOf(size, tab).panes.detail)
  if (!drawing?.picture || drawing.picture.isLoaded || drawing.record === undefined) return undefined
  const { key, room } = drawing.picture
  return { kind: 'picture', tab: tab.id, record: drawing.record, picture: { key, room } }
}

/** Milliseconds between the rounds of a watch. */
const watchInterval = 30_000

const isWatchDue = (state: State): boolean =>
  state.tab.isWatched && state.tab.count > 0 && watchDue(state) <= state.now

/** Returns when the next round of a watch is due, in milliseconds since the epoch. It waits for a low rate limit. */
function watchDue(state: State): number {
  const { tab, budget } = state
  const due = (tab.watchedAt ?? state.now) + watchInterval
  return mayAsk(state, 'needed') ? due : Math.max(due, budget?.until ?? 0)
}

/** Returns whether time alone changes the screen: it shows seconds that pass, or what waits for a rest. */
export const changesWithTime = (before: State, state: State): boolean =>
  state.waitsUntil !== undefined ||
  state.tab.problem?.retryAt !== undefined ||
  isTypingFast(before) !== isTypingFast(state)

/** Returns when the state should be looked at again without an event, in milliseconds since the epoch. */
export function nextTick(state: State): number | undefined {
  const { lastKey, now, waitsUntil, tab } = state
  const times = [
    lastKey + rest,
    ...(state.showsPictures ? [lastKey + pictureRest] : []),
    ...(waitsUntil === undefined ? [] : [Math.min(waitsUntil, now + 1000)]),
    ...(tab.isWatched ? [watchDue(state)] : []),
    ...(tab.problem?.retryAt === undefined ? [] : [Math.min(tab.problem.retryAt, now + 1000)]),
  ].filter((time) => time > now)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** How much a request is wanted: asked for by a key, needed for what is on the screen, or for later. */
type Need = 'asked' | 'needed' | 'ahead'

/** Returns whether the rate limit of the last reply still counts. */
export const isInForce = (budget: Budget | undefined, now: number): budget is Budget =>
  budget !== undefined && budget.until > now

/** Whether there is room for requests that only the next screens need. */
export const mayReadAhead = (state: State): boolean => mayAsk(state, 'ahead')

/** Look-ahead stops below half of the rate limit, everything else that no key asked for below a fifth. */
function mayAsk({ budget, waitsUntil, now }: State, need: Need): boolean {
  if (need === 'asked') return true
  if (waitsUntil !== undefined && waitsUntil > now) return false
  if (!isInForce(budget, now)) return true
  return budget.remaining > budget.limit / (need === 'ahead' ? 2 : 5)
}

/** Milliseconds without a key before costly things are done: pages of records, charts and details. */
const rest = 120

/** Returns whether a key is held, or several were pressed without a rest between them. */
export const isTypingFast = ({
  now,
  lastKey,
  keyBefore,
}: Pick<State, 'now' | 'lastKey' | 'keyBefore'>): boolean =>
  now - lastKey < rest && lastKey - keyBefore < rest
