/** Marking records, and ending the session with them. */
import { recordTypes } from '../../api/records/record-types.ts'
import { counted } from '../../core/numbers.ts'
import { findRow } from '../print/printed-rows.ts'
import type { Next, OpenEffect, State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { ask } from './questions.ts'
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

const nothingMarked = (state: State): Next => [{ ...state, note: 'Nothing is marked.' }, []]

/** Shows only marked records, or all again. */
export function toggleMarkedOnly(state: State): Next {
  const { tab } = state
  if (!tab.isMarkedOnly && markedHere(state).size === 0) return nothingMarked(state)
  return [reselect({ ...state, tab: { ...tab, isMarkedOnly: !tab.isMarkedOnly, pane: 'list', top: 0 } }), []]
}

/** The commands that show records by their ids. */
export const showing: Readonly<Record<string, string>> = {
  loan: 'loans show',
  lender: 'lenders show',
  partner: 'partners show',
  team: 'teams show',
  method_summary: 'methods show',
}

/**
 * Opens the marked records of all lists as a tab: those of the kind that the current tab has, or else of the first kind.
 * In that tab, opens those of the next kind.
 */
export function openMarked(state: State): Next {
  const { tab } = state
  const tabs = [...state.marked].flatMap(([kind, ids]) => tabOfMarks(kind, ids, state) ?? [])
  const opened = tabs.findIndex((other) => isOf(other, tab))
  if (opened >= 0 && tabs.length === 1) return [{ ...state, note: 'These are all marked records.' }, []]
  const same = tabs.find(({ kind }) => kind === tab.type.kind)
  const next = opened < 0 ? (same ?? tabs[0]) : tabs[(opened + 1) % tabs.length]
  return next ? [state, [next.effect]] : nothingMarked(state)
}

interface MarksTab {
  readonly kind: string
  readonly effect: OpenEffect
}

/** Returns the tab of the marks of a kind; of a kind without a command for ids, the list with only these rows. */
function tabOfMarks(kind: string, ids: ReadonlySet<string>, state: State): MarksTab | undefined {
  if (ids.size === 0) return undefined
  const command = showing[kind]
  if (command) return { kind, effect: { kind: 'open', argv: [...command.split(' '), ...ids] } }
  const lists = [state.tab, ...state.past, ...state.future]
  const argv = lists.find(({ type }) => type.kind === kind)?.argv
  return argv && { kind, effect: { kind: 'open', argv, isMarkedOnly: true } }
}

const isOf = ({ kind, effect }: MarksTab, { type, argv, isMarkedOnly }: Tab): boolean =>
  kind === type.kind &&
  (effect.isMarkedOnly ? isMarkedOnly : JSON.stringify(argv) === JSON.stringify(effect.argv))

/** Returns a new tab with the marked records of its kind, as they were read where they were marked. */
export function withMarked(state: State, tab: Tab): Tab {
  const sources = state.markedIn.get(tab.type.kind ?? '') ?? []
  const keys = [...markedHere({ marked: state.marked, tab })]
  tab.rows.append(
    keys.flatMap((key) => findRow(sources, key) ?? []).map(({ rows, index }) => rows.raw(index)),
  )
  return { ...tab, count: tab.rows.count, total: tab.rows.count, progress: 'complete', readAt: state.now }
}

/** Takes the marks of all lists away. Asks first if there are several. */
export function unmarkAll(state: State): Next {
  const counts = [...state.marked].flatMap(([kind, { size }]) =>
    size > 0 ? [counted(size, nounOf(kind))] : [],
  )
  const total = countMarks(state)
  if (total === 0) return nothingMarked(state)
  if (total === 1) return [withoutMarks(state), []]
  return ask(state, `Take all ${total} marks away? ${counts.join(', ')}.`, { kind: 'unmark' })
}

/** Returns the state without any mark. */
export function withoutMarks(state: State): State {
  const left = { ...state, marked: new Map(), markedIn: new Map(), note: 'Nothing is marked any more.' }
  return left.tab.isMarkedOnly ? reselect({ ...left, tab: { ...left.tab, isMarkedOnly: false } }) : left
}

/** Returns the number of marks of all kinds. */
const countMarks = ({ marked }: Pick<State, 'marked'>): number =>
  [...marked.values()].reduce((sum, { size }) => sum + size, 0)

/** `loans` */
const nounOf = (kind: string): string =>
  Object.values(recordTypes).find((type) => type.kind === kind)?.noun ?? 'records'

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

/** As {@link print}. Without --print, a key that was hit by mistake must not end a session with several marks. */
export function printOrAsk(state: State): Next {
  const { size } = markedHere(state)
  if (state.print !== undefined || size < 2) return print(state)
  return ask(state, `Quit and print the ids of ${size} marked ${state.tab.type.noun}?`, { kind: 'prints' })
}
