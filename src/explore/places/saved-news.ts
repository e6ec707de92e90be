/** What is new in saved commands. */
import type { Place } from '../state/place.ts'
import type { State } from '../state/state.ts'

/** Returns how many records of a saved command are new: `+3`; '' if none is, or as long as they were not counted. */
export function newIn(state: State, name: string): string {
  const changes = placeOf(state, name)?.changes.values()
  const count = changes ? [...changes].filter((change) => change === 'new').length : state.news.get(name)
  return count ? `+${count}` : ''
}

/** Returns whether the new records of a saved command are known: they were counted, or it was opened. */
export const isCounted = (state: State, name: string): boolean =>
  state.news.has(name) || placeOf(state, name) !== undefined

const placeOf = ({ place, past, future }: State, name: string): Place | undefined =>
  [place, ...past, ...future].find(({ saved }) => saved === name)
