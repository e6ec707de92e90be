/** Questions before something that takes many requests, ends the session, or cannot be undone by one key. */
import { lasting } from '../../output/words/span.ts'
import { counted } from '../../text/numbers.ts'
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
