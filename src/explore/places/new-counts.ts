/** How many records of saved commands are new. */
import type { State } from '../state/state.ts'
import { placeOfSaved } from './find-place.ts'

/** Returns how many records of a saved command are new: `+3`; '' if none is, or as long as they were not counted. */
export function newIn(state: State, name: string): string {
  const changes = placeOfSaved(state, name)?.changes.values()
  const count = changes ? [...changes].filter((change) => change === 'new').length : state.newCounts.get(name)
  return count ? `+${count}` : ''
}

/** Returns whether the new records of a saved command are known: they were counted, or it was opened. */
export const isCounted = (state: State, name: string): boolean =>
  state.newCounts.has(name) || placeOfSaved(state, name) !== undefined
