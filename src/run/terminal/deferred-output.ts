/** A conversation that waits while its terminal has something else to show. */
import type { Out, Written } from '../../ports/streams.ts'

/** What has to wait: lines that stay, or passing ones too; those are dropped, since they would have passed. */
export type Waiting = 'nothing' | 'words' | 'all'

/** Only on a terminal: elsewhere nothing stands in the way. `release` says what has waited. */
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
