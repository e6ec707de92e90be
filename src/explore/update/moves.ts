/** Moving: in the list, in a record's page, in the facets, between tabs. */

import { dashed } from '../../core/shell-word.ts'
import { keyOf, keyWord } from '../keymap.ts'
import { layoutOf, listRegion } from '../layout.ts'
import { isTypingFast } from '../next-request.ts'
import { detailText } from '../shown-drawings.ts'
import type { Effect, Next, State } from '../state/state.ts'
import type { Pane, Tab } from '../state/tab.ts'
import { chosenOf, type FacetLine, facetAt, facetLines, facetsOfTab, lineName } from '../tabs/facet-lines.ts'
import { linksOf } from '../tabs/links.ts'
import { withOption, withoutOption } from '../tabs/search-form.ts'
import { type MainTab, mainTabOf } from '../tabs/tab-list.ts'
import { ask, costOf } from './questions.ts'
import { reselect } from './reselect.ts'
import { moveTo, positionOf, settle, visibleRows, withTab } from './tab.ts'

const stay = (state: State): Next => [state, []]

/** Moves the cursor of the pane in focus. */
export function move(state: State, step: Step): Next {
  const { pane } = state.tab
  if (pane === 'facets') return stay(moveInFacets(state, step))
  return stay(pane === 'detail' ? moveInPage(state, step) : moveInList(state, step))
}

function moveInList(state: State, step: Step): State {
  const { tab } = state
  const rows = visibleRows(state)
  const last = tab.selection.indexes.length - 1
  const at = Math.max(0, positionOf(tab))
  const to = target(step, at, last, rows)
  const moved = moveTo(tab, to, rows)
  const isPaged = state.isSlow && isTypingFast(state) && !listRegion(state)
  // Each row that the terminal cannot scroll is sent again, so a held key turns whole pages on a slow line.
  const by = isPaged ? Math.sign(moved.top - tab.top) * (rows - 1) : 0
  const next = by === 0 ? moved : moveTo({ ...tab, top: moved.top + by }, to, rows)
  // A key at the last row reads the next page.
  const isAskedFor = at >= last && goesDown(step) && tab.progress === 'more'
  return { ...state, tab: isAskedFor ? { ...next, isAskedFor } : next }
}

const goesDown = (step: Step): boolean =>
  'to' in step ? step.to === 'last' : ('rows' in step ? step.rows : step.screens) > 0

/** Scrolls the text of a record, at most until its end fills the pane. */
function moveInPage(state: State, step: Step): State {
  const { lines, rows } = detailText(state)
  return withTab(state, { scroll: target(step, state.tab.scroll, Math.max(0, lines - rows), rows) })
}

/** Returns the links of the record at the cursor. */
export function linksHere({ tab }: Pick<State, 'tab'>) {
  const index = tab.cursor === undefined ? undefined : tab.rows.indexOf(tab.cursor)
  return index === undefined ? [] : linksOf(tab.type.kind, tab.rows.record(index))
}

/** Opens what the cursor is on: the record's page, then the link in it. */
export function open(state: State): Next {
  const { tab } = state
  if (tab.pane === 'list') {
    if (positionOf(tab) < 0) return stay(state)
    return stay(withTab(state, { pane: 'detail', scroll: 0, link: undefined }))
  }
  const links = linksHere(state)
  const link = links[tab.link ?? -1]
  if (link) return [state, [{ kind: 'open', argv: link.argv }]]
  const key = keyOf(state.keymap, 'pane')
  return stay(
    links.length > 0 && key !== undefined ? { ...state, note: `${keyWord(key)} chooses a link.` } : state,
  )
}

/** Moves to the next or previous record while its page stays in focus. */
export function moveRecord(state: State, rows: number): Next {
  return stay(moveInList(state, { rows }))
}

/** Gives the next link of a record or another pane the focus. */
export function nextPane(state: State, by: 1 | -1): Next {
  const order: readonly Pane[] = ['facets', 'list', 'detail']
  const { pane, link = -1 } = state.tab
  const next = link + by
  if (pane === 'detail' && next >= -1 && next < linksHere(state).length)
    return stay(withTab(state, { link: next < 0 ? undefined : next }))
  const other = order[(order.indexOf(pane) + by + order.length) % order.length]
  return stay(settle(withTab(state, { pane: other ?? 'list', link: undefined })))
}

/** Leaves the page, or goes to the tab before this one. */
export function back(state: State): Next {
  const { tab } = state
  const isOnlyRecord = tab.progress === 'complete' && tab.count === 1
  if (tab.pane === 'list' || (isOnlyRecord && tab.pane === 'detail')) return inHistory(state, -1)
  return stay(settle(withTab(state, { pane: 'list' })))
}

/** Goes back or forward in the history. Tabs are as they were left. */
export function inHistory(state: State, by: 1 | -1): Next {
  const { tab, past, future } = state
  const other: Tab | undefined = by < 0 ? past.at(-1) : future[0]
  if (!other) return stay({ ...state, note: by < 0 ? 'This is the first place.' : 'This is the last place.' })
  const moved =
    by < 0
      ? { past: past.slice(0, -1), future: [tab, ...future] }
      : { past: [...past, tab], future: future.slice(1) }
  // What was opened from a page leads back to it.
  const overlay = by < 0 && tab.from ? tab.from : state.overlay
  return stay(shownAgain({ ...state, ...moved, overlay, tab: other }))
}

/** Details, a watch or marks may have changed which rows a tab of the history shows. */
function shownAgain(state: State): State {
  const { filter, facets, sort, isMarkedOnly } = state.tab
  return filter !== '' || facets.size > 0 || sort || isMarkedOnly ? reselect(state) : settle(state)
}

/** Goes back to what was left last of a main tab, as it was left. In that main tab, opens its first list. */
export function toMainTab(state: State, main: MainTab): Next {
  const { tab, past, future } = state
  // What is ahead was left after what is behind: H led back from it.
  const last =
    mainTabOf(tab) === main
      ? undefined
      : [...future, ...past.toReversed()].find((other) => mainTabOf(other) === main)
  if (!last) return [state, [{ kind: 'open', argv: main.argv }]]
  const [there, effects] = stepTo(state, last)
  return [shownAgain(there), effects]
}

/** Tabs that the history keeps, with their rows. */
const mostTabs = 50

/**
 * Steps forward to a new tab, or to one of the history. What was ahead is forgotten, except the only tab of a main tab, to
 * which its key leads back. The effects stop the readings of forgotten tabs.
 */
export function stepTo(state: State, tab: Tab): Next {
  const others = (tabs: readonly Tab[]) => tabs.filter(({ id }) => id !== tab.id)
  const past = others([...state.past, state.tab])
  const ahead = others(state.future)
  const future = ahead.filter((other, at) => {
    const main = mainTabOf(other)
    return main && ![tab, ...past, ...ahead.slice(0, at)].some((kept) => mainTabOf(kept) === main)
  })
  const left = [...past.slice(0, -mostTabs), ...ahead.filter((other) => !future.includes(other))]
  return [
    { ...state, tab, past: past.slice(-mostTabs), future },
    left.map(({ id }) => ({ kind: 'leave', tab: id })),
  ]
}

type ValueLine = Extract<FacetLine, { readonly kind: 'value' }>

/** Moves to another value, or another line that something can be done with. */
function moveInFacets(state: State, step: Step): State {
  const lines = facetLines(state)
  const rows = layoutOf(state.size, state.tab).panes.facets?.rows ?? 1
  const from = facetAt(lines, state.tab.facetCursor)
  const at = target(step, from, lines.length - 1, rows)
  const isStop = ({ kind }: FacetLine) => kind !== 'heading' && kind !== 'blank'
  const onward = lines.findIndex((line, index) => index >= at && isStop(line))
  const backward = lines.findLastIndex((line, index) => index <= at && isStop(line))
  const [wanted, other] = at >= from ? [onward, backward] : [backward, onward]
  const line = lines[wanted < 0 ? other : wanted]
  return line ? withTab(state, { facetCursor: lineName(line) }) : state
}

/** Chooses what the cursor of the facets pane is on, or takes the choice back. */
export function toggleFacet(state: State): Next {
  const { tab } = state
  const lines = facetLines(state)
  const at = facetAt(lines, tab.facetCursor)
  const line = lines[at]
  if (line?.kind === 'heading') return [moveInFacets(state, { rows: 1 }), []]
  if (line?.kind === 'tab')
    return [state, [{ kind: 'open', argv: line.argv, ...(line.saved && { saved: line.saved }) }]]
  if (line?.kind === 'more') {
    const expanded = new Set([...tab.expanded, line.facet])
    const opened = withTab(state, { expanded })
    const next = facetLines(opened)[at]
    return [withTab(opened, { facetCursor: next && lineName(next) }), []]
  }
  if (line?.kind !== 'value') return [state, []]
  if (line.searchesApi) return [state, [searchFor(state, line)]]
  const values = new Set(tab.facets.get(line.facet))
  if (!values.delete(line.value)) values.add(line.value)
  const rest = [...tab.facets].filter(([name]) => name !== line.facet)
  const facets = new Map(values.size === 0 ? rest : [...rest, [line.facet, values]])
  return [reselect(withTab(state, { facets, top: 0 })), []]
}

/** Returns the tab whose command line has the value in its option, or has it no more. */
function searchFor({ tab }: State, line: ValueLine): Effect {
  const { argv, facetCursor } = tab
  const facet = facetsOfTab(tab).find(({ name }) => name === line.facet)
  const option = `--${dashed(facet?.param?.name ?? '')}`
  const chosen = new Set(facet?.param?.isList ? chosenOf(tab, facet) : [])
  if (line.isChosen) chosen.delete(line.value)
  else chosen.add(line.value)
  const without = [option, '--page'].reduce(withoutOption, argv)
  const words = chosen.size === 0 ? without : withOption(without, option, [...chosen].join(','))
  return {
    kind: 'open',
    argv: words,
    pane: 'facets',
    facetCursor,
    narrows: { tab: tab.id, facet: line.facet },
  }
}

/** Asks before it counts all records for each value of a facet, with one request per value. */
export function askTotals(state: State): Next {
  const { tab } = state
  const lines = facetLines(state)
  const line = lines[tab.pane === 'facets' ? facetAt(lines, tab.facetCursor) : 1]
  const facet = line && 'facet' in line ? facetsOfTab(tab).find(({ name }) => name === line.facet) : undefined
  const option = facet?.param && `--${dashed(facet.param.name)}`
  if (!facet || option === undefined)
    return [{ ...state, note: 'The API has no totals for this facet: press f and choose another one.' }, []]
  const values = lines.flatMap((row) => (row.kind === 'value' && row.facet === facet.name ? [row.value] : []))
  const base = [option, '--page'].reduce(withoutOption, tab.argv)
  const requests = values.map(
    (value): Effect => ({
      kind: 'totals',
      tab: tab.id,
      facet: facet.name,
      value,
      argv: withOption(base, option, value),
    }),
  )
  const words = `Count all ${tab.type.noun} of each ${facet.name.toLowerCase()} shown? ${costOf(requests.length, state)}`
  return ask(state, words, { kind: 'requests', requests })
}

/** How far a key moves: rows, or screens. */
type Step = { readonly rows: number } | { readonly screens: number } | { readonly to: 'first' | 'last' }

/** Returns the position from 0 to `last` to which a step leads, with so many rows in a screen. */
function target(step: Step, at: number, last: number, rows: number): number {
  const to =
    'to' in step
      ? step.to === 'first'
        ? 0
        : last
      : at + ('rows' in step ? step.rows : step.screens * (rows - 1))
  return Math.max(0, Math.min(to, last))
}
