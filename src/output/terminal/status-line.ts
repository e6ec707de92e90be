/** Shows a temporary status line with a spinner. The only module that imports ora. */

import type { World } from '../../context.ts'
import type { Out } from '../../ports/streams.ts'
import { clean } from '../gate/text.ts'

/** A temporary line that shows work in progress. */
export interface StatusLine {
  /** Starts showing the line. May be called again. */
  show(): void
  /** Erases the line until the next `show`; resolves when nothing more will be drawn. May be called again. */
  hide(): Promise<void>
  /** Stops the line for good. */
  end(): Promise<void>
}

/** Milliseconds to wait before showing the line. */
const patience = 300

/**
 * Returns a status line that shows `text` and a spinner 300 ms after `show`. It takes only the frames from
 * ora: they are written through the gate, and the cursor is never hidden, so no exit can leave it hidden. ora
 * loads slowly, so it is imported only when needed.
 */
export function statusLine(stderr: Out, text: () => string, sleep: World['sleep']): StatusLine {
  let showing: { readonly over: AbortController; readonly drawn: Promise<void> } | undefined
  async function hide(): Promise<void> {
    const shown = showing
    showing = undefined
    shown?.over.abort()
    await shown?.drawn
    if (shown) await stderr.write('', 'status')
  }
  return {
    show() {
      if (showing) return
      const over = new AbortController()
      // Only an aborted sleep or a closed stderr can throw here, and a spinner can ignore both.
      showing = { over, drawn: draw(stderr, text, sleep, over.signal).catch(() => {}) }
    },
    hide,
    end: hide,
  }
}

async function draw(
  stderr: Out,
  text: () => string,
  sleep: World['sleep'],
  over: AbortSignal,
): Promise<void> {
  await sleep(patience, over)
  const [{ default: ora }, { shorten }] = await Promise.all([import('ora'), import('./width.ts')])
  const spinner = ora({ color: false, isEnabled: false, discardStdin: false, hideCursor: false })
  while (!over.aborted) {
    spinner.text = clean(text())
    // A wrapped line could not be erased.
    await stderr.write(shorten(spinner.frame(), stderr.columns - 1), 'status')
    await sleep(spinner.interval, over)
  }
}
