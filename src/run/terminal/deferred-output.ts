/** Delays messages while their terminal shows something else. */
import type { Out, Written } from '../../ports/streams.ts'

/**
 * The messages to delay: none, permanent lines (`words`), or all.
 * With `all`, status lines are dropped, since they are temporary.
 */
export type Waiting = 'nothing' | 'words' | 'all'

/**
 * Returns a gate that delays messages on a terminal; elsewhere they pass at once.
 * `release` prints the delayed ones.
 */
export function deferOutput(
  stderr: Out,
  waiting: () => Waiting,
): { readonly out: Out; release(): Promise<void> } {
  const words: Written[] = []
  const write: Out['write'] = async (...written) => {
    const isPassing = written[1] === 'status'
    const what = stderr.isTerminal ? waiting() : 'nothing'
    if (what === 'nothing' || (what === 'words' && isPassing)) return stderr.write(...written)
    if (!isPassing) words.push(written)
  }
  return {
    out: Object.create(stderr, { write: { value: write } }),
    release: async () => {
      for (const one of words.splice(0)) await stderr.write(...one)
    },
  }
}
