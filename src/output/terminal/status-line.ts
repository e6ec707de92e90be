/** A passing line that tells a person what is going on. The one door to ora. */

import type { World } from '../../context.ts'
import type { Out } from '../../ports/streams.ts'
import { clean } from '../gate/text.ts'

/** What tells somebody that work goes on. */
export interface StatusLine {
  /** From now on something is going on. May be called again. */
  show(): void
  /** Takes it away without a trace, until `show`; resolves when nothing more will be drawn. May be called again. */
  hide(): Promise<void>
  /** Nothing will go on any more. */
  end(): Promise<void>
}

/** Milliseconds after which a person begins to wonder. */
const patience = 300

/**
 * Shows what `text` says, with a spinner, once 300 ms have passed since `show`. Only ora's frames are used: they are
 * written through the gate, and the cursor is never hidden, so there is no way out that could leave it hidden. ora is
 * slow to load and is loaded only then.
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
      // The only thing thrown is the end of a sleep, or a reader that has gone; neither matters to a spinner.
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
    // A line that wraps could not be taken away.
    await stderr.write(shorten(spinner.frame(), stderr.columns - 1), 'status')
    await sleep(spinner.interval, over)
  }
}
