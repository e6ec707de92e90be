/** Finds the places of a session: the current one, and those in the history. */
import type { Place } from '../state/place.ts'
import type { State } from '../state/state.ts'

type Places = Pick<State, 'place' | 'past' | 'future'>

/** Returns the place with this id, wherever it is. */
export const placeOf = ({ place, past, future }: Places, id: number): Place | undefined =>
  [place, ...past, ...future].find((one) => one.id === id)

/** Returns the place of a saved command. */
export const placeOfSaved = ({ place, past, future }: Places, name: string): Place | undefined =>
  [place, ...past, ...future].find(({ saved }) => saved === name)
