/** A sign of life while the service thinks. The one door to ora. */
import type { Out } from '../../context.ts'
import { clean } from '../gate/text.ts'

export interface Waiting {
  /** Takes the sign away without a trace; resolves when nothing more will be drawn. May be called twice. */
  stop(): Promise<void>
}

/** Milliseconds after which a person begins to wonder. */
const patience = 300

/**
 * Shows `text` with a spinner on a terminal once 300 ms have passed, and nothing elsewhere. Only ora's frames are
 * used: they are written through the gate, and the cursor is never hidden, so there is no way out that could leave
 * it hidden. ora is slow to load and is loaded only then. `sleep` is the world's.
 */
export function showWaiting(
  stderr: Out,
  text: string,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): Waiting {
  const over = new AbortController()
  // The only thing thrown is the end of a sleep, or a reader that has gone; neither matters to a spinner.
  const drawn = stderr.isTerminal ? draw(stderr, text, sleep, over.signal).catch(() => {}) : undefined
  return {
    async stop() {
      over.abort()
      await drawn
      if (drawn) await stderr.write('', 'status')
    },
  }
}

async function draw(
  stderr: Out,
  text: string,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  over: AbortSignal,
): Promise<void> {
  await sleep(patience, over)
  const [{ default: ora }, { shorten }] = await Promise.all([import('ora'), import('./width.ts')])
  const cleaned = clean(text)
  const spinner = ora({
    text: cleaned,
    color: false,
    isEnabled: false,
    discardStdin: false,
    hideCursor: false,
  })
  while (!over.aborted) {
    // A line that wraps could not be taken away.
    await stderr.write(shorten(spinner.frame(), stderr.columns - 1), 'status')
    await sleep(spinner.interval, over)
  }
}
