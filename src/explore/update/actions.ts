/** What the keys of the keymap do. */

import { counted, withThousands } from '../../core/numbers.ts'
import { type Action, keyOf, keyWord } from '../keymap.ts'
import { inputOf } from '../line-edit.ts'
import { endWithoutChoice, type Next, type OpenEffect, type State } from '../state/state.ts'
import type { ListView, Tab } from '../state/tab.ts'
import { formOf, withOption, withoutOption } from '../tabs/search-form.ts'
import { mainPages, mainTabs } from '../tabs/tab-list.ts'
import { currentAddress } from './copy.ts'
import { openMarked, printOrAsk, toggleMark, toggleMarkedOnly, unmarkAll } from './marks.ts'
import {
  askTotals,
  back,
  inHistory,
  move,
  moveRecord,
  nextPane,
  open,
  toggleFacet,
  toMainTab,
} from './moves.ts'
import { withOverlay } from './overlays.ts'
import { toMainPage } from './page.ts'
import { ask, costOf } from './questions.ts'
import { reselect } from './reselect.ts'
import { askShortlist } from './shortlist.ts'
import { settle, withTab } from './tab.ts'

const note = (state: State, words: string): Next => [{ ...state, note: words }, []]

/** Runs an action. */
export const runAction = (state: State, action: Action): Next => handlers[action](state)

const handlers: Readonly<Record<Action, (state: State) => Next>> = {
  down: (state) => move(state, { rows: 1 }),
  up: (state) => move(state, { rows: -1 }),
  page_down: (state) => move(state, { screens: 1 }),
  page_up: (state) => move(state, { screens: -1 }),
  first: (state) => move(state, { to: 'first' }),
  last: (state) => move(state, { to: 'last' }),
  next_record: (state) => moveRecord(state, 1),
  previous_record: (state) => moveRecord(state, -1),
  open: (state) => {
    if (state.tab.pane === 'facets') return toggleFacet(state)
    return open(state)
  },
  back,
  history_back: (state) => inHistory(state, -1),
  history_forward: (state) => inHistory(state, 1),
  out,
  pane: (state) => nextPane(state, 1),
  previous_pane: (state) => nextPane(state, -1),
  filter: (state) => {
    const { pane, filter, cursor, facetCursor } = state.tab
    if (pane === 'facets')
      return withOverlay(state, { kind: 'find', input: inputOf(''), cursor: facetCursor })
    const list = settle(withTab(state, { pane: 'list' }))
    return withOverlay(list, { kind: 'filter', input: inputOf(filter), before: filter, cursor })
  },
  search: (state) => {
    const fields = formOf(state.tab)
    return fields.length === 0
      ? note(state, 'This list has no search. Press 1 for loans.')
      : withOverlay(state, { kind: 'search', fields, at: 0 })
  },
  facets: (state) => [settle(withTab(state, { pane: state.tab.pane === 'facets' ? 'list' : 'facets' })), []],
  sort: (state) => withOverlay(state, { kind: 'sort', at: state.tab.sort?.column ?? 0 }),
  reverse: (state) => {
    const { sort } = state.tab
    if (!sort) return note(state, 'The rows have the order of the API. o sorts the loaded rows.')
    return [reselect(withTab(state, { sort: { ...sort, isDescending: !sort.isDescending } })), []]
  },
  totals: askTotals,
  forecast: toggleForecast,
  palette: (state) => withOverlay(state, { kind: 'palette', input: inputOf(''), at: 0 }),
  mark: (state) => (state.tab.pane === 'facets' ? toggleFacet(state) : toggleMark(state)),
  marked_only: toggleMarkedOnly,
  all_marked: openMarked,
  unmark_all: unmarkAll,
  shortlist: askShortlist,
  print: printOrAsk,
  export: (state) =>
    state.tab.selection.indexes.length === 0
      ? note(state, 'No rows to export.')
      : withOverlay(state, {
          kind: 'export',
          input: inputOf(`${state.tab.type.noun.replaceAll(' ', '-')}.csv`),
        }),
  copy: (state) => withOverlay(state, { kind: 'copy' }),
  browser: (state) => {
    const url = currentAddress(state)
    if (url !== undefined) return [{ ...state, note: `Opening ${url}` }, [{ kind: 'browse', url }]]
    return note(
      state,
      state.isSandbox ? 'The sandbox has no website.' : 'This record has no page on the website.',
    )
  },
  view: (state) => {
    const views: readonly ListView[] = ['list', 'chart', 'map']
    const { view } = state.tab
    const next = views[(views.indexOf(view) + 1) % views.length] ?? 'list'
    return [withTab(state, { view: next, pane: 'list' }), []]
  },
  raw: (state) => {
    const isRaw = !state.tab.isRaw
    return [
      withTab(state, {
        isRaw,
        scroll: 0,
        pane: isRaw && state.tab.pane === 'list' ? 'detail' : state.tab.pane,
      }),
      [],
    ]
  },
  zoom: (state) => [settle(withTab(state, { isZoomed: !state.tab.isZoomed })), []],
  tab_1: (state) => toMainTab(state, mainTabs[0]),
  tab_2: (state) => toMainTab(state, mainTabs[1]),
  tab_3: (state) => toMainTab(state, mainTabs[2]),
  tab_4: (state) => toMainTab(state, mainTabs[3]),
  tab_5: (state) => toMainTab(state, mainTabs[4]),
  tab_6: (state) => toMainTab(state, mainTabs[5]),
  tab_7: (state) => toMainPage(state, mainPages[0]),
  tab_8: (state) => toMainPage(state, mainPages[1]),
  read_again: readAgain,
  read_all: readAll,
  watch: (state) => {
    const isWatched = !state.tab.isWatched
    const next = withTab(state, { isWatched, watchedAt: state.now })
    // The status line says that a list is watched.
    return isWatched ? [next, []] : note(next, 'Not watching.')
  },
  requests: (state) => withOverlay(state, { kind: 'requests', at: 0 }),
  help: (state) => withOverlay(state, { kind: 'help', input: inputOf(''), at: 0 }),
  mouse: (state) => {
    const isMouseOn = !state.isMouseOn
    const words = isMouseOn ? 'Mouse on.' : 'Mouse off: select text with the terminal.'
    return [{ ...state, isMouseOn, note: words }, [{ kind: 'mouse', isOn: isMouseOn }]]
  },
  redraw: (state) => [state, [{ kind: 'redraw' }]],
  suspend: (state) => [state, [{ kind: 'suspend' }]],
  quit: (state) => [{ ...state, end: endWithoutChoice(state) }, []],
}

/** Stops reading all pages, or closes the pane, view, filter or facets, or goes back. At the first tab it ends a run with `--print`. */
function out(state: State): Next {
  const { tab, past, print: prints } = state
  if (state.running !== undefined)
    return [{ ...state, running: undefined, note: 'Stopped.' }, [{ kind: 'stop' }]]
  if (tab.readsAll) return stopReading(state)
  if (tab.pane !== 'list') return back(state)
  if (tab.view !== 'list') return [withTab(state, { view: 'list' }), []]
  if (tab.filter !== '') return [reselect(withTab(state, { filter: '' })), []]
  if (tab.facets.size > 0) return [reselect(withTab(state, { facets: new Map() })), []]
  if (tab.isMarkedOnly) return toggleMarkedOnly(state)
  if (tab.isZoomed) return [settle(withTab(state, { isZoomed: false })), []]
  if (past.length > 0) return inHistory(state, -1)
  if (prints) return [{ ...state, end: { kind: 'canceled' } }, []]
  return note(state, 'This is the first place. q quits.')
}

/** More requests than these need a confirmation. */
const mostUnasked = 5

/**
 * Reads a list again from its first page, and whole if it was read whole; after a failure, the page that failed. The rows
 * stay until then.
 */
function readAgain(state: State): Next {
  const { tab } = state
  if (tab.progress === 'failed')
    return [withTab(state, { progress: 'more', problem: undefined, isAskedFor: true }), []]
  const { id, argv, cursor, saved } = tab
  const readsAll = tab.readsAll || tab.progress === 'complete'
  const again: OpenEffect = { kind: 'open', argv, replaces: id, cursor, saved, readsAll }
  const queue = state.queue.filter((effect) => effect.kind !== 'open' || effect.replaces !== id)
  // Counts that failed are asked for again.
  const newCounts = new Map([...state.newCounts].filter(([, count]) => count !== undefined))
  const pages = requestsFor(tab, tab.count)
  if (tab.progress !== 'complete' || pages <= mostUnasked)
    return [{ ...state, newCounts, queue: [...queue, again] }, []]
  const words = `Read ${counted(tab.count, tab.type.noun)} again? ${costOf(pages, state)}`
  return ask({ ...state, newCounts, queue }, words, { kind: 'requests', requests: [again] })
}

/** Adds the forecast to the loans of a list and sorts by need, or takes it away. The loaded rows stay: nothing is read. */
function toggleForecast(state: State): Next {
  const { tab, keymap } = state
  const { id, argv, cursor, saved, count, total, type, columns } = tab
  if (type.kind !== 'loan') return note(state, 'Only loans have a forecast. Press 1 for loans.')
  const groups = type.derived ?? []
  const isShown = groups.includes('funding')
  const rest = withoutOption(argv, '--with')
  const wanted = isShown ? groups.filter((group) => group !== 'funding') : [...groups, 'funding']
  const words = wanted.length === 0 ? rest : withOption(rest, '--with', wanted.join(','))
  const sorted =
    tab.sort && columns[tab.sort.column]?.header !== 'NEEDS' ? tab : withTab(state, { sort: undefined }).tab
  const effect: OpenEffect = { kind: 'open', argv: words, replaces: id, keepsRows: true, cursor, saved }
  const next = { ...state, tab: isShown ? sorted : tab, queue: [...state.queue, effect] }
  if (isShown) return note(next, 'Forecast taken away.')
  const key = keyOf(keymap, 'read_all')
  const left = key === undefined || total === undefined ? 0 : Math.max(0, total - count)
  const more =
    left === 0
      ? ''
      : ` ${keyWord(key ?? '')} reads ${withThousands(left)} more: ${counted(requestsFor(tab, left), 'requests')}.`
  return note(next, `Forecast of ${counted(count, type.noun)}.${more}`)
}

/** Asks before all pages are read; while they are, stops. */
function readAll(state: State): Next {
  const { tab } = state
  if (tab.readsAll) return stopReading(state)
  if (tab.progress === 'complete') return note(state, 'All records are loaded.')
  const left = tab.total === undefined ? undefined : Math.max(0, tab.total - tab.count)
  const words =
    left === undefined
      ? 'Read all pages?'
      : `Read ${moreOf(left, tab.type.noun)}? ${costOf(requestsFor(tab, left), state)}`
  return ask(state, words, { kind: 'read-all' })
}

/** The page under way still comes. */
function stopReading(state: State): Next {
  const key = keyOf(state.keymap, 'read_all')
  const next = key === undefined ? '' : ` ${keyWord(key)} reads on.`
  return note(withTab(state, { readsAll: false }), `Stopped.${next}`)
}

/** `5,292 more loans` */
const moreOf = (number: number, noun: string) => counted(number, noun).replace(' ', ' more ')

const requestsFor = ({ pageSize, count }: Tab, records: number): number =>
  Math.ceil(records / (pageSize ?? Math.max(1, count)))
