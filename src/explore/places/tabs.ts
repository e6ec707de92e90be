/** The places of the keys 1 to 6. */
import type { Action } from '../keymap.ts'
import type { Place } from '../state/place.ts'
import type { State } from '../state/state.ts'

export const tabs = [
  {
    action: 'tab_1',
    word: 'Loans',
    argv: ['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration'],
  },
  { action: 'tab_2', word: 'Lenders', argv: ['lenders', 'newest'] },
  { action: 'tab_3', word: 'Teams', argv: ['teams', 'search', '--sort-by', 'member_count'] },
  { action: 'tab_4', word: 'Partners', argv: ['partners', 'list'] },
  { action: 'tab_5', word: 'Journal', argv: ['journal-entries', 'search'] },
  { action: 'tab_6', word: 'Now', argv: ['lending-actions', 'recent'] },
] as const satisfies readonly {
  readonly action: Action
  readonly word: string
  readonly argv: readonly string[]
}[]

/** Where a session starts without a command line: loans that are fundraising, by the time left. */
export const startArgv: readonly string[] = tabs[0].argv

/* Finds the places of a session: the current one, and those in the history. */

type Places = Pick<State, 'place' | 'past' | 'future'>

/** Returns the place with this id, wherever it is. */
export const placeOf = ({ place, past, future }: Places, id: number): Place | undefined =>
  [place, ...past, ...future].find((one) => one.id === id)

/** Returns the place of a saved command. */
export const placeOfSaved = ({ place, past, future }: Places, name: string): Place | undefined =>
  [place, ...past, ...future].find(({ saved }) => saved === name)

/* How many records of saved commands are new. */

/** Returns how many records of a saved command are new: `+3`; '' if none is, or as long as they were not counted. */
export function newIn(state: State, name: string): string {
  const changes = placeOfSaved(state, name)?.changes.values()
  const count = changes ? [...changes].filter((change) => change === 'new').length : state.newCounts.get(name)
  return count ? `+${count}` : ''
}

/** Returns whether the new records of a saved command are known: they were counted, or it was opened. */
export const isCounted = (state: State, name: string): boolean =>
  state.newCounts.has(name) || placeOfSaved(state, name) !== undefined
