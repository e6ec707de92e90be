/** Marking records, and ending the session with them. */
import type { Next, State } from '../state/state.ts'
import { reselect } from './reselect.ts'
import { currentId, currentIndex, markedHere, moveTo, positionOf, visibleRows } from './tab.ts'

/** Marks the record at the cursor, or takes its mark away, and moves on to the next one. */
export function toggleMark(state: State): Next {
  const id = currentId(state)
  const { kind } = state.tab.type
  if (id === undefined || kind === undefined) return [{ ...state, note: 'Nothing to mark.' }, []]
  const keys = new Set(markedHere(state))
  if (!keys.delete(id)) keys.add(id)
  const { tab } = state
  const marked = new Map([...state.marked, [kind, keys]])
  const rows = new Set([...(state.markedIn.get(kind) ?? []), tab.rows])
  const markedIn = new Map([...state.markedIn, [kind, rows]])
  const next = tab.pane === 'list' ? moveTo(tab, positionOf(tab) + 1, visibleRows(state)) : tab
  return [{ ...state, marked, markedIn, tab: next }, []]
}

/** Shows only marked records, or all again. */
export function toggleMarkedOnly(state: State): Next {
  const { tab } = state
  if (!tab.isMarkedOnly && markedHere(state).size === 0) return [{ ...state, note: 'Nothing is marked.' }, []]
  return [reselect({ ...state, tab: { ...tab, isMarkedOnly: !tab.isMarkedOnly, pane: 'list', top: 0 } }), []]
}

/** Returns the keys of all rows that are shown, in their order. */
export const rowKeys = ({ tab: { selection, rows } }: Pick<State, 'tab'>): readonly string[] =>
  selection.indexes.map((index) => rows.key(index))

/** Ends with the marked records, or the one at the cursor. */
export function print(state: State): Next {
  const { print: format } = state
  if (markedHere(state).size === 0) {
    if (currentIndex(state) === undefined) return [{ ...state, note: 'Nothing to print.' }, []]
    if (format !== 'json' && format !== 'ndjson' && currentId(state) === undefined)
      return [{ ...state, note: 'This record has no id to print.' }, []]
  }
  return [{ ...state, end: { kind: 'prints' } }, []]
}
