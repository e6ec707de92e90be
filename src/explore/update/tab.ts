/** Moves the cursor of a tab, and keeps it on its record while rows come and go. */

import { listRows } from '../layout.ts'
import type { State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'

/** Slices of a selection that an update computes itself; the loop continues. */
const slicesAtOnce = 20

const noKeys: ReadonlySet<string> = new Set()

/** Returns the marked keys of the tab's kind of record. */
export const markedHere = ({ marked, tab }: Pick<State, 'marked' | 'tab'>): ReadonlySet<string> =>
  marked.get(tab.type.kind ?? '') ?? noKeys

/** Returns the state with its tab changed. */
export const withTab = (state: State, change: Partial<Tab>): State => ({
  ...state,
  tab: { ...state.tab, ...change },
})

/** Returns the position of the cursor in the selection, or -1. */
export function positionOf({ selection: { indexes }, rows, cursor }: Tab): number {
  const index = cursor === undefined ? undefined : rows.indexOf(cursor)
  return index === undefined ? -1 : indexes.indexOf(index)
}

/** Returns the number of list rows that are visible. */
export const visibleRows = ({ size, tab }: Pick<State, 'size' | 'tab'>): number => listRows(size, tab)

/** Returns the tab with the cursor at a position of its selection, and that row visible. */
export function moveTo(tab: Tab, position: number, rows: number): Tab {
  const { indexes } = tab.selection
  const last = indexes.length - 1
  const at = Math.max(0, Math.min(position, last))
  const index = indexes[at]
  if (index === undefined) return { ...tab, top: 0 }
  const cursor = tab.rows.key(index)
  const top = Math.max(0, Math.min(Math.max(tab.top, at - rows + 1), at, Math.max(0, last - rows + 1)))
  if (cursor === tab.cursor) return { ...tab, top }
  return { ...tab, cursor, top, scroll: 0, link: undefined }
}

/** Puts the cursor on a row that is shown: its own, the next one in the list, or the last one. */
export function settle(state: State): State {
  const { tab } = state
  const position = positionOf(tab)
  if (position < 0 && !tab.selection.isComplete && tab.cursor !== undefined) return state
  return { ...state, tab: moveTo(tab, position < 0 ? nearest(tab) : position, visibleRows(state)) }
}

function nearest({ cursor, rows, selection: { indexes } }: Tab): number {
  const index = (cursor === undefined ? undefined : rows.indexOf(cursor)) ?? 0
  const next = indexes.findIndex((shown) => shown >= index)
  return next < 0 ? indexes.length - 1 : next
}

/** Returns a budget for a selection. */
export function someSlices(): () => boolean {
  let left = slicesAtOnce
  return () => --left > 0
}

/** Returns the key of the record that a command is about, if there is one. */
export const currentKey = ({ tab }: Pick<State, 'tab'>): string | undefined =>
  positionOf(tab) < 0 ? undefined : tab.cursor

/** Returns the index of that record in its rows. */
export const currentIndex = ({ tab }: Pick<State, 'tab'>): number | undefined =>
  tab.selection.indexes[positionOf(tab)]

/** Returns the id of that record, if it has one. */
export function currentId(state: Pick<State, 'tab'>): string | undefined {
  const index = currentIndex(state)
  return index === undefined ? undefined : state.tab.rows.idOf(index)
}
