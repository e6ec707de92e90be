/** Takes the user's terminal in raw mode. Every end of the process gives it back, except SIGKILL. */

import { openSync } from 'node:fs'
import { isatty, ReadStream, WriteStream } from 'node:tty'
import type { RawTerminal, TerminalEvent } from '../../core/streams.ts'
import { TerminalOutput } from './terminal-output.ts'

/** Milliseconds after which a process that should have stopped has not: without job control nothing stops. */
const stopDelay = 50

/** Milliseconds after a signal in which the caller can still read a reply of the terminal. */
const abortDelay = 600

/**
 * Takes the terminal of stdin and stdout, or /dev/tty if one of them is something else. Returns `undefined` if
 * there is none. Once `signal` fires, the screen is given back at once, and raw mode soon if the caller does not
 * close the terminal. While the terminal is not ours, text is dropped: `redraw` follows, or nothing more is shown.
 */
export function takeTerminal(signal: AbortSignal): RawTerminal | undefined {
  signal.throwIfAborted()
  const device = openDevice()
  return device && take(device, signal)
}

function take({ input, output, text, release }: Device, signal: AbortSignal): RawTerminal {
  let listener: ((event: TerminalEvent) => void) | undefined
  let isTaken = false
  let isClosed = false
  let hasEnded = false
  let hasMouse = true
  /** Waits for a stop that may not come. It must not run on into the next one. */
  let unstopped: NodeJS.Timeout | undefined
  const report = (event: TerminalEvent) => {
    if (!isClosed) listener?.(event)
  }
  const redraw = () => report({ kind: 'redraw' })
  const end = () => {
    if (!hasEnded) report({ kind: 'end' })
    hasEnded = true
  }
  const receive = (bytes: Uint8Array | string) =>
    report({ kind: 'input', bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes })

  const enter = () => {
    // Node skips a mode that it set before, but a shell changes the mode while the process is stopped
    // (node#18416).
    input.setRawMode(false)
    input.setRawMode(true)
    text.writeNow(enterModes(hasMouse))
    if (!isTaken) process.on('SIGTSTP', suspend)
    isTaken = true
  }
  const leave = () => {
    if (!isTaken) return
    isTaken = false
    process.off('SIGTSTP', suspend)
    text.drop()
    text.writeNow(leaveModes)
  }
  const giveBack = () => {
    leave()
    input.setRawMode(false)
  }
  const onAbort = () => {
    leave()
    setTimeout(close, abortDelay).unref()
  }
  /** Also called after a SIGSTOP, when the terminal was not given back. */
  const enterAgain = () => {
    if (signal.aborted) return
    clearTimeout(unstopped)
    enter()
    refreshSize(output)
    report({ kind: 'redraw', isTakenAgain: true })
  }
  function suspend(): void {
    if (!isTaken || process.platform === 'win32') return
    giveBack()
    // Nothing listens to this signal now: it stops the process group here until SIGCONT.
    process.kill(0, 'SIGTSTP')
    // If nothing has stopped, no SIGCONT comes. The immediate lets one that has come be handled first.
    unstopped = setTimeout(() => setImmediate(() => isTaken || isClosed || enterAgain()), stopDelay)
  }
  const resize = () => refreshSize(output)
  const close = () => {
    if (isClosed) return
    isClosed = true
    giveBack()
    signal.removeEventListener('abort', onAbort)
    process.off('SIGCONT', enterAgain).off('SIGWINCH', resize)
    process.off('exit', close).off('uncaughtExceptionMonitor', close)
    input.off('data', receive).off('end', end)
    output.off('resize', redraw)
    release()
  }

  // The listener for errors stays: a terminal can still fail after it was closed.
  input.on('error', end).on('end', end)
  output.on('error', end).on('resize', redraw)
  process.on('SIGCONT', enterAgain).on('SIGWINCH', resize)
  process.on('exit', close).on('uncaughtExceptionMonitor', close)
  signal.addEventListener('abort', onAbort, { once: true })
  enter()

  return {
    get columns() {
      return output.columns || 80
    },
    get rows() {
      return output.rows || 24
    },
    listen: (next) => {
      // Reads from now on. What is typed before stays in the terminal until then.
      if (!listener) input.on('data', receive)
      listener = next
    },
    write: async (shown) => {
      if (isTaken) await text.write(shown)
    },
    setMouse: (isOn) => {
      hasMouse = isOn
      if (isTaken) text.writeNow(mouseModes(isOn))
    },
    suspend,
    close,
  }
}

/** Turns on reports of buttons and the wheel, not of motion, in the SGR form (xterm, modes 1000 and 1006). */
const mouseModes = (isOn: boolean) => (isOn ? '\x1b[?1000h\x1b[?1006h' : '\x1b[?1006l\x1b[?1000l')

/**
 * Shows the alternate screen without a cursor or line wrap (xterm, modes 1049, 25 and 7). Pasted text comes in
 * brackets (mode 2004).
 */
const enterModes = (hasMouse: boolean) =>
  `\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h${hasMouse ? mouseModes(true) : ''}`

/**
 * Ends a synchronized frame, resets the scroll region and the colors, and undoes {@link enterModes}. Resetting
 * the scroll region moves the cursor, so it comes before the previous screen is restored.
 */
const leaveModes = `\x1b[?2026l\x1b[r\x1b[0m${mouseModes(false)}\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l`

/** The user's terminal. */
interface Device {
  readonly input: ReadStream
  /** Knows the size. */
  readonly output: WriteStream
  readonly text: TerminalOutput
  /** Stops reading, so that the process can end and the shell gets what is typed from now on. */
  release(): void
}

/** Opens the terminal of stdin and stdout, or /dev/tty in place of one that is something else. Returns `undefined` if there is none. */
function openDevice(): Device | undefined {
  const [hasInput, hasOutput] = [isatty(0), isatty(1)]
  if (process.platform === 'win32' && !(hasInput && hasOutput)) return undefined
  // Bun cannot end a read of /dev/tty, so the process would not end (docs/packaging.md).
  if (!hasInput && 'bun' in process.versions) return undefined
  try {
    const input = hasInput ? process.stdin : new ReadStream(openSync(terminal, 'r+'))
    const output = hasOutput ? process.stdout : new WriteStream(openSync(terminal, 'r+'))
    const release = () => {
      if (hasInput) input.pause()
      else input.destroy()
      if (!hasOutput) output.destroy()
    }
    const text = new TerminalOutput(output, hasOutput ? '/dev/fd/1' : terminal)
    return { input, output, text, release }
  } catch {
    return undefined
  }
}

const terminal = '/dev/tty'

/**
 * Asks the system for the size; a change emits `resize`. Node does this by itself only for stdout and stderr,
 * and offers no documented way for other streams.
 */
function refreshSize(output: WriteStream & { readonly _refreshSize?: () => void }): void {
  output._refreshSize?.()
}
