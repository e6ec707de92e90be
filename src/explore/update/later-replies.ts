/** What the loop reports once rows are shown: new tabs, details, totals, rounds of a watch. */

import { shellWord } from '../../core/shell-word.ts'
import { mostPictures } from '../pictures.ts'
import type { Event, Reply } from '../state/event.ts'
import type { Next, State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { noteOn, tabOf } from '../tabs/tab-list.ts'
import { withMarked } from './marks.ts'
import { stepTo } from './moves.ts'
import { printed, rewritten } from './page.ts'
import { isFirst, onFirstReply, onTab } from './replies.ts'
import { reselect } from './reselect.ts'

/** Returns the state after a report, and what follows from it. */
export function onReply(state: State, event: Reply): Next {
  if (isFirst(event)) return onFirstReply(state, event)
  switch (event.kind) {
    case 'opened':
      return opened(state, event)
    case 'refused':
      return refused(state, event.problem.words, event.problem.hint)
    case 'details':
      return [
        refreshed(
          onTab(state, event.tab, (tab) => withDetails(tab, event.ids)),
          event.tab,
        ),
        [],
      ]
    case 'totals':
      return [onTab(state, event.tab, (tab) => withTotal(tab, event)), []]
    case 'watched':
      return [
        refreshed(
          onTab(state, event.tab, (tab) => withChanges(tab, event, state.now)),
          event.tab,
        ),
        [],
      ]
    case 'picture': {
      const kept = [...state.pictures].slice(1 - mostPictures)
      return [{ ...state, pictures: new Map([...kept, [event.picture, event.isLoaded]]) }, []]
    }
    case 'running':
      return [
        {
          ...state,
          // A page stays until another one is here.
          overlay: state.overlay?.kind === 'page' ? state.overlay : undefined,
          running: event.argv.map(shellWord).join(' '),
        },
        [],
      ]
    case 'printed':
      return [printed({ ...state, running: undefined }, event), []]
    case 'rewritten':
      return [rewritten(state, event), []]
    case 'listed': {
      const { name, total, words } = event
      const shortlists = new Map([...state.shortlists, [name, total] as const].toSorted())
      return [{ ...state, shortlists, note: words, overlay: undefined }, []]
    }
    case 'counted-new':
      return [{ ...state, newCounts: new Map([...state.newCounts, [event.saved, event.count]]) }, []]
  }
}

/** A filter or a sort may let other rows through once records have more fields. */
function refreshed(state: State, id: number): State {
  const { filter, facets, sort } = state.tab
  return state.tab.id === id && (filter !== '' || facets.size > 0 || sort) ? reselect(state) : state
}

/** Records a request for details, also if it failed or the API has none: it is not repeated. */
const withDetails = (tab: Tab, ids: readonly string[]): Tab => ({
  ...tab,
  detailedKeys: new Set([...tab.detailedKeys, ...ids]),
})

function withTotal(tab: Tab, { facet, value, total }: Extract<Event, { readonly kind: 'totals' }>): Tab {
  const totals = new Map([...(tab.totals.get(facet) ?? []), [value, total]])
  return { ...tab, totals: new Map([...tab.totals, [facet, totals]]) }
}

/** Keeps what earlier rounds of the watch found, until the list is read again. Without `changes` the round failed. */
const withChanges = (
  tab: Tab,
  { changes, age = 0 }: Extract<Event, { readonly kind: 'watched' }>,
  now: number,
): Tab => ({
  ...tab,
  ...(changes && { changes: new Map([...tab.changes, ...changes]), readAt: now - age }),
  watchedAt: now,
})

/** Goes to a new tab, and adds the former one to the history. A tab that was read again replaces its older self. */
function opened(state: State, event: Extract<Event, { readonly kind: 'opened' }>): Next {
  const { replaces, narrows } = event
  const from = narrows && tabOf(state, narrows.tab)
  // One that was never read has nothing to go back to.
  const page = state.overlay?.kind === 'page' && !state.overlay.isPending ? state.overlay : undefined
  const tab = {
    ...(from ? narrowed(event.tab, from, narrows.facet) : event.tab),
    ...(page && { from: page }),
  }
  const after = { ...state, nextId: Math.max(state.nextId, tab.id) + 1 }
  if (replaces !== undefined) return replaced(after, tab, replaces)
  // Opening a saved command counts its new records again.
  const newCounts = new Map([...state.newCounts].filter(([name]) => name !== tab.saved))
  const [there, effects] = stepTo(
    { ...after, overlay: undefined, note: noteOn(tab), newCounts },
    tab.isMarkedOnly ? withMarked(state, tab) : tab,
  )
  return [tab.isMarkedOnly || from ? reselect(there) : there, effects]
}

/** Lists that a tab keeps to count facets. */
const mostWider = 8

/** Returns the tab of a search for a facet's value with the filter, order and choices of the list that it narrows. */
function narrowed(tab: Tab, from: Tab, facet: string): Tab {
  const { filter, facets, sort, isZoomed, expanded, rows, invocation } = from
  const key = JSON.stringify(invocation.values)
  const older = from.wider.filter((list) => JSON.stringify(list.invocation.values) !== key)
  const wider = [{ rows, invocation }, ...older].slice(0, mostWider)
  // The totals of the other facets are those of the wider list.
  const totals = new Map([...from.totals].filter(([name]) => name === facet))
  return { ...tab, filter, facets, sort, isZoomed, expanded, wider, totals }
}

/** The tab may be in the history by now, or gone. */
function replaced(state: State, fresh: Tab, id: number): Next {
  const old = [state.tab, ...state.past, ...state.future].find((tab) => tab.id === id)
  if (!old) return [state, [{ kind: 'leave', tab: fresh.id }]]
  const { filter, facets, sort, isMarkedOnly, view, isRaw, pane, isZoomed, isWatched, top, expanded } = old
  const { facetCursor, wider } = old
  const isFoundByWatch = (key: string) =>
    old.rows.indexOf(key) === undefined && fresh.rows.indexOf(key) !== undefined
  const kept = {
    ...{ filter, facets, isMarkedOnly, view, isRaw, pane, isZoomed, isWatched, top, expanded },
    ...{ facetCursor, wider },
    from: old.from,
    // Derived columns are the last ones, and may be gone.
    sort: fresh.sort ?? (sort && sort.column < fresh.columns.length ? sort : undefined),
    watchedAt: isWatched ? state.now : undefined,
    changes: new Map([...old.changes].filter(([key]) => isFoundByWatch(key))),
  }
  const { tab } = reselect({
    ...state,
    tab: { ...fresh, ...kept, cursor: old.cursor ?? fresh.cursor },
  })
  const swap = (other: Tab) => (other === old ? tab : other)
  const { past, future } = state
  return [
    { ...state, tab: swap(state.tab), past: past.map(swap), future: future.map(swap) },
    [{ kind: 'leave', tab: id }],
  ]
}

/** Shows why a tab cannot be opened: in the palette or the form if one is open. */
function refused(state: State, words: string, hint: string | undefined): Next {
  const { overlay } = state
  const problem = hint === undefined ? words : `${words} · ${hint}`
  if (overlay?.kind === 'palette' || overlay?.kind === 'search' || overlay?.kind === 'shortlist')
    return [{ ...state, overlay: { ...overlay, problem } }, []]
  return [{ ...state, note: `error: ${problem}` }, []]
}
