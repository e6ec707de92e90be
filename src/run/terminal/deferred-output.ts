/** Delays messages while their terminal shows something else. */

import type { Out, Written } from '../../core/streams.ts'
import { width } from '../../output/terminal/width.ts'

/**
 * The messages to delay: none, permanent lines (`words`), or all.
 * With `all`, status lines are dropped, since they are temporary.
 */
type Deferral = 'nothing' | 'words' | 'all'

interface DeferredOutput {
  readonly out: Out
  /** Returns the number of rows that the messages take on their terminal; 0 if they go elsewhere. */
  rows(): number
  /** Prints the delayed messages, on stderr by default. */
  release(where?: Out): Promise<void>
}

/**
 * Returns a gate that delays messages on a terminal; elsewhere they pass at once.
 */
export function deferOutput(stderr: Out, deferral: () => Deferral): DeferredOutput {
  const words: Written[] = []
  let rows = 0
  const write: Out['write'] = async (...written) => {
    const isTemporary = written[1] === 'status'
    const what = stderr.isTerminal ? deferral() : 'nothing'
    if (!isTemporary && stderr.isTerminal) rows += rowsOf(written[0], stderr.columns)
    if (what === 'nothing' || (what === 'words' && isTemporary)) return stderr.write(...written)
    if (!isTemporary) words.push(written)
  }
  return {
    out: Object.create(stderr, { write: { value: write } }),
    rows: () => rows,
    release: async (where = stderr) => {
      for (const written of words.splice(0)) await where.write(...written)
    },
  }
}

/** Returns how many rows the complete lines of a text take on a terminal, which wraps long lines. */
export function rowsOf(chunk: string | Uint8Array, columns: number): number {
  const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
  const lines = text.split('\n').slice(0, -1)
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / columns)), 0)
}
