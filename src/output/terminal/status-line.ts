/** Shows a temporary status line with a spinner. The only module that imports ora. */
import type { World } from '../../core/context.ts'
import type { Out } from '../../core/streams.ts'
import { clean } from '../gate/text.ts'

/** A temporary line that shows work in progress. */
export interface StatusLine {
  /** Whether the line stays at the end of the terminal's text until it is erased. */
  readonly isErased: boolean
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
 * ora and writes them through the gate: ora's own drawing replaces `process.stderr.write`. The cursor is never hidden, so
 * no exit can leave it hidden. ora loads slowly, so it is imported only when needed.
 */
export function statusLine(stderr: Out, text: () => string, sleep: World['sleep']): StatusLine {
  const { start, stop } = ticker(sleep, patience, async () => {
    const [{ default: ora }, { shorten }] = await Promise.all([import('ora'), import('./width.ts')])
    const spinner = ora({ color: false, isEnabled: false, discardStdin: false, hideCursor: false })
    const write = async () => {
      spinner.text = clean(text())
      // A wrapped line could not be erased.
      await stderr.write(shorten(spinner.frame(), stderr.columns - 1), 'status')
    }
    return { every: spinner.interval, write }
  })
  const hide = async () => {
    if (await stop()) await stderr.write('', 'status')
  }
  return { isErased: true, show: start, hide, end: hide }
}

/** What a ticker writes, and the milliseconds between two writes. */
interface Ticks {
  readonly every: number
  write(): Promise<void>
}

interface Ticker {
  /** May be called again. */
  start(): void
  /** Resolves when nothing more will be written, with whether the ticker was running. */
  stop(): Promise<boolean>
}

/** Writes again and again between `start` and `stop`. `open` is called `delay` milliseconds after each start. */
export function ticker(sleep: World['sleep'], delay: number, open: () => Promise<Ticks> | Ticks): Ticker {
  let running: { readonly over: AbortController; readonly ended: Promise<void> } | undefined
  async function run(over: AbortSignal): Promise<void> {
    await sleep(delay, over)
    const { every, write } = await open()
    while (!over.aborted) {
      await write()
      await sleep(every, over)
    }
  }
  return {
    start() {
      if (running) return
      const over = new AbortController()
      // Only an aborted sleep or a closed stderr can throw here, and a ticker can ignore both.
      running = { over, ended: run(over.signal).catch(() => {}) }
    },
    async stop() {
      const stopped = running
      running = undefined
      stopped?.over.abort()
      await stopped?.ended
      return stopped !== undefined
    },
  }
}
