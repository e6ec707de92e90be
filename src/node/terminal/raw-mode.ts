/** Takes the user's terminal in raw mode. Every end of the process gives it back, except SIGKILL. */
import { ReaderGone } from '../../errors.ts'
import type { RawTerminal, TerminalEvent } from '../../ports/terminal.ts'
import { type Device, openDevice, refreshSize } from './device.ts'
import { enterModes, leaveModes, mouseModes, writeNow } from './terminal-modes.ts'

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

function take({ input, output, fd, release }: Device, signal: AbortSignal): RawTerminal {
  let listener: ((event: TerminalEvent) => void) | undefined
  let isTaken = false
  let isClosed = false
  let hasEnded = false
  let hasMouse = true
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
    writeNow(fd, enterModes(hasMouse))
    if (!isTaken) process.on('SIGTSTP', suspend)
    isTaken = true
  }
  const leave = () => {
    if (!isTaken) return
    isTaken = false
    process.off('SIGTSTP', suspend)
    writeNow(fd, leaveModes)
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
    setTimeout(() => setImmediate(() => isTaken || isClosed || enterAgain()), stopDelay)
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
    write: async (text) => {
      if (!isTaken) return
      // The callback comes once the system has taken the text. A terminal fails only if it was closed.
      await new Promise<void>((resolve, reject) => {
        output.write(text, (cause) =>
          cause ? reject(new ReaderGone('the terminal was closed', { cause })) : resolve(),
        )
      })
    },
    setMouse: (isOn) => {
      hasMouse = isOn
      if (isTaken) writeNow(fd, mouseModes(isOn))
    },
    suspend,
    close,
  }
}
