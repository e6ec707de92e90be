/** Where records come from, in words, if not from the service. */
import type { Settings } from '../../core/settings.ts'
import { minute } from '../../core/time.ts'
import { age } from './span.ts'

interface Source {
  /** As a sentence without its end. */
  readonly alone: string
  /** Beside a number of records. */
  readonly beside: string
  readonly place: 'sandbox' | 'mirror'
}

type Facts = Pick<Settings, 'mirror' | 'isMadeUp'>

/** Returns the name of a source on this machine: `sandbox`, `mirror`, `mirror, made up`; '' for the service. */
export const sourceName = ({ mirror, isMadeUp }: Facts): string =>
  mirror ? (isMadeUp ? 'mirror, made up' : 'mirror') : isMadeUp ? 'sandbox' : ''

/** Returns where the records of a document come from, if not from what the service or the sandbox has just sent. */
export function originWords(facts: Facts, oldest: number): string {
  if (facts.mirror) return sourceWords(facts, oldest)?.alone ?? ''
  return oldest < minute ? '' : `From the cache, read ${age(oldest)} ago`
}

/** Returns the words for a source on this machine. `oldest` is the age of the oldest record, in milliseconds. */
export function sourceWords({ mirror, isMadeUp }: Facts, oldest: number): Source | undefined {
  if (mirror) {
    const read = `read ${age(oldest)} ago${isMadeUp ? ', made up' : ''}`
    return { alone: `From the mirror, ${read}`, beside: `mirror, ${read}`, place: 'mirror' }
  }
  if (!isMadeUp) return undefined
  return { alone: 'Sandbox data (made up)', beside: 'sandbox', place: 'sandbox' }
}
