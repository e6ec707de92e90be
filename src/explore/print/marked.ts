/** Marked records at the end of a session. */
import { commandLine, shellWord } from '../../shell-word.ts'
import type { State } from '../state/state.ts'
import { currentKey, markedHere } from '../update/place.ts'

/** Returns the keys that the end prints: in the order of the list, then those that are not in it. */
export function printedKeys(state: State): readonly string[] {
  const marked = markedHere(state)
  if (marked.size === 0) return [currentKey(state) ?? []].flat()
  const { rows } = state.place
  const at = (key: string) => rows.indexOf(key) ?? rows.count
  return [...marked].toSorted((one, other) => at(one) - at(other))
}

/** The commands that show records by their ids. */
const showing: Readonly<Record<string, string>> = {
  loan: 'loans show',
  lender: 'lenders show',
  team: 'teams show',
}

/**
 * Returns the lines to leave on stderr: the marks of each kind that is not printed, as a command; of kinds without one,
 * as ids.
 */
export const closingLines = ({ marked, mode, end, place }: State): readonly string[] =>
  [...marked].flatMap(([kind, ids]) => {
    if (ids.size === 0 || (end?.kind === 'prints' && kind === place.type.kind)) return []
    const words = [...ids].map(shellWord).join(' ')
    const command = showing[kind]
    return [`${ids.size} marked: ${command ? commandLine({ mode }, `${command} ${words}`) : words}`]
  })
