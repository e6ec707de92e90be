/** Whether keys follow each other fast. Pages of records, charts and details wait until they stop. */
import type { State } from './state/state.ts'

/** Milliseconds without a key before costly things are done. */
export const rest = 120

/** Returns whether a key is held, or several were pressed without a rest between them. */
export const isHeld = ({ now, lastKey, keyBefore }: Pick<State, 'now' | 'lastKey' | 'keyBefore'>): boolean =>
  now - lastKey < rest && lastKey - keyBefore < rest
