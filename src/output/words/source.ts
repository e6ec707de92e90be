/** Where records come from, in words, if not from the service. */
import type { Settings } from '../../ports/settings.ts'
import { age } from './span.ts'

interface Source {
  /** As a sentence without its end. */
  readonly alone: string
  /** Beside a number of records. */
  readonly beside: string
  readonly place: 'sandbox' | 'mirror'
}

/** Returns the words for a source on this machine. `oldest` is the age of the oldest record, in milliseconds. */
export function sourceWords(
  { mirror, isMadeUp }: Pick<Settings, 'mirror' | 'isMadeUp'>,
  oldest: number,
): Source | undefined {
  if (mirror) {
    const read = `read ${age(oldest)} ago${isMadeUp ? ', made up' : ''}`
    return { alone: `From the mirror, ${read}`, beside: `mirror, ${read}`, place: 'mirror' }
  }
  if (!isMadeUp) return undefined
  return { alone: 'Sandbox data (made up)', beside: 'sandbox', place: 'sandbox' }
}
