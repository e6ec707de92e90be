/** What the loop reports while it makes the first screen, and later: pages, failures, requests, drawings. */

import { idsParam } from '../../api/endpoint.ts'
import type { Event, Reply } from '../state/event.ts'
import type { Effect, Next, State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { settle, someSlices } from './tab.ts'

/** At most this many requests are listed. */
const mostRequests = 200
/** At most this many texts of renderers are kept. */
const mostDrawings = 40

const firstKinds = [
  'tick',
  'selected',
  'resize',
  'sent',
  'request',
  'waiting',
  'page',
  'failed',
  'drawn',
  'names',
  'note',
] as const

type FirstReply = Extract<Reply, { readonly kind: (typeof firstKinds)[number] }>

/** Returns whether a report may come before the first screen. The others are handled by code that is loaded later. */
export const isFirst = (event: Reply): event is FirstReply =>
  (firstKinds as readonly string[]).includes(event.kind)

/** Returns the state after a report. */
export function onFirstReply(state: State, event: FirstReply): Next {
  switch (event.kind) {
    case 'resize':
      return [settle({ ...state, size: event.size }), []]
    case 'page':
      return [
        settleHere(
          onTab(noted(state, event.missing), event.tab, (tab) => withPage(tab, event, state.now)),
          event.tab,
        ),
        [],
      ]
    case 'failed':
      return [
        onTab(state, event.tab, (tab) => ({
          ...tab,
          progress: event.isRefresh ? tab.progress : 'failed',
          problem: event.problem,
          readsAll: false,
        })),
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
    case 'names': {
      const { account, saved, shortlists } = event
      return [{ ...state, account, saved, shortlists, areNamesRead: true }, []]
    }
    case 'tick':
      return [state, []]
  }
}

const noted = (state: State, missing: readonly (string | number)[]): State =>
  missing.length === 0 ? state : { ...state, note: `Not found: ${missing.join(', ')}` }

/** A request of the queue has had its turn; a tab whose page was asked for is being read. */
function sent(state: State, effect: Effect): State {
  if (effect.kind === 'page') return onTab(state, effect.tab, (tab) => ({ ...tab, progress: 'reading' }))
  return { ...state, queue: state.queue.filter((queued) => queued !== effect) }
}

/** Changes a tab wherever it is: the current one, or one in the history. */
export function onTab(state: State, id: number, change: (tab: Tab) => Tab): State {
  const apply = (tab: Tab) => (tab.id === id ? change(tab) : tab)
  return { ...state, tab: apply(state.tab), past: state.past.map(apply), future: state.future.map(apply) }
}

/** Selects the new rows of the current tab. */
function settleHere(state: State, id: number): State {
  if (state.tab.id !== id) return state
  state.tab.selection.advance(someSlices())
  return settle(state)
}

function withPage(tab: Tab, page: Extract<Event, { readonly kind: 'page' }>, now: number): Tab {
  const { count, total, pageSize, isLast, fresh, age = 0 } = page
  const isNamed = idsParam(tab.invocation.endpoint) !== undefined || tab.type.single === true
  const showsOne = isNamed && count === 1 && isLast
  return {
    ...tab,
    count,
    total: total ?? tab.total ?? (isLast ? count : undefined),
    pageSize: pageSize ?? tab.pageSize,
    progress: isLast ? 'complete' : 'more',
    readsAll: tab.readsAll && !isLast,
    isAskedFor: false,
    problem: undefined,
    readAt: now - age,
    changes:
      fresh.length === 0
        ? tab.changes
        : new Map([...tab.changes, ...fresh.map((key) => [key, { event: 'added' } as const] as const)]),
    pane: showsOne && tab.pane === 'list' ? 'detail' : tab.pane,
  }
}
