/** Marking records, and ending the session with them. */
import { shellWord } from '../../shell-word.ts'
import type { Next, State } from '../state/state.ts'
import { currentId, currentIndex, currentKey, moveTo, positionOf, reselect, visibleRows } from './place.ts'

const noKeys: ReadonlySet<string> = new Set()

/** Returns the marked keys of the place's kind of record. */
export const markedHere = ({ marked, place }: Pick<State, 'marked' | 'place'>): ReadonlySet<string> =>
  marked.get(place.type.kind ?? '') ?? noKeys

/** Marks the record at the cursor, or takes its mark away, and moves on to the next one. */
export function toggleMark(state: State): Next {
  const id = currentId(state)
  const { kind } = state.place.type
  if (id === undefined || kind === undefined) return [{ ...state, note: 'Nothing to mark.' }, []]
  const keys = new Set(markedHere(state))
  if (!keys.delete(id)) keys.add(id)
  const { place } = state
  const marked = new Map([...state.marked, [kind, keys]])
  const next = place.pane === 'list' ? moveTo(place, positionOf(place) + 1, visibleRows(state)) : place
  return [{ ...state, marked, place: next }, []]
}

/** Shows only marked records, or all again. */
export function toggleMarkedOnly(state: State): Next {
  const { place } = state
  if (!place.isMarkedOnly && markedHere(state).size === 0)
    return [{ ...state, note: 'Nothing is marked.' }, []]
  return [
    reselect({ ...state, place: { ...place, isMarkedOnly: !place.isMarkedOnly, pane: 'list', top: 0 } }),
    [],
  ]
}

/** Returns the keys of all rows that are shown, in their order. */
export const rowKeys = ({ place: { selection, rows } }: Pick<State, 'place'>): readonly string[] =>
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

/** Returns the keys that the end prints: in the order of the list, then those that are not loaded. */
export function printedKeys(state: State): readonly string[] {
  const marked = markedHere(state)
  if (marked.size === 0) return [currentKey(state) ?? []].flat()
  const { rows, count } = state.place
  const loaded = Array.from({ length: count }, (_, index) => rows.key(index)).filter((key) => marked.has(key))
  return [...loaded, ...[...marked].filter((key) => !loaded.includes(key))]
}

/** The commands that show records by their ids. */
const showing: Readonly<Record<string, string>> = {
  loan: 'loans show',
  lender: 'lenders show',
  team: 'teams show',
}

/** Returns the command that shows marked records of a kind: `kiva loans show 1 2`. Without one, only the ids. */
export function commandOfMarked(kind: string, keys: readonly string[], mode: readonly string[]): string {
  const ids = keys.map(shellWord).join(' ')
  const command = showing[kind]
  return command === undefined ? ids : ['kiva', ...mode.map(shellWord), command, ids].join(' ')
}

/** Returns the lines to leave on stderr: what was marked, as commands. */
export const closingLines = ({ marked, mode }: Pick<State, 'marked' | 'mode'>): readonly string[] =>
  [...marked].flatMap(([kind, keys]) =>
    keys.size === 0 ? [] : [`${keys.size} marked: ${commandOfMarked(kind, [...keys], mode)}`],
  )
