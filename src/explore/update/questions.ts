/** What overlays share: a choice in a list, and questions before something costly or final. */

import { counted } from '../../core/numbers.ts'
import { lasting } from '../../output/words/span.ts'
import type { Consequence, Next, State } from '../state/state.ts'

/** Asks a question. `consequence` is what follows from yes. */
export const ask = (state: State, words: string, consequence: Consequence): Next => [
  { ...state, overlay: { kind: 'confirm', words, consequence } },
  [],
]

/** The requests a minute without a known limit. */
const usualLimit = 60

/** Returns what requests cost: `265 requests, about 5 min.` */
export function costOf(requests: number, { budget }: Pick<State, 'budget'>): string {
  const minutes = requests / (budget?.limit ?? usualLimit)
  const time = lasting(Math.ceil(minutes * 60) * 1000).replace(/[a-z]/, ' $&')
  return `${counted(requests, 'requests')}, about ${time}.`
}

/** Returns the position in a list of choices after a key; `undefined` for a key that does not move. */
export function chosen(at: number, length: number, key: string): number | undefined {
  const by = { down: 1, up: -1, 'ctrl-n': 1, 'ctrl-p': -1, 'page-down': 10, 'page-up': -10 }[key]
  return by === undefined ? undefined : Math.max(0, Math.min(at + by, length - 1))
}
