/** The modes of a terminal that a full-screen program changes, and a way to change them at once. */
import { writeSync } from 'node:fs'

/** Turns on reports of buttons and the wheel, not of motion, in the SGR form (xterm, modes 1000 and 1006). */
export const mouseModes = (isOn: boolean) => (isOn ? '\x1b[?1000h\x1b[?1006h' : '\x1b[?1006l\x1b[?1000l')

/**
 * Shows the alternate screen without a cursor or line wrap (xterm, modes 1049, 25 and 7). Pasted text comes in
 * brackets (mode 2004).
 */
export const enterModes = (hasMouse: boolean) =>
  `\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h${hasMouse ? mouseModes(true) : ''}`

/**
 * Ends a synchronized frame, resets the scroll region and the colors, and undoes {@link enterModes}. Resetting
 * the scroll region moves the cursor, so it comes before the previous screen is restored.
 */
export const leaveModes = `\x1b[?2026l\x1b[r\x1b[0m${mouseModes(false)}\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l`

/** Milliseconds between tries, and the number of tries, while the terminal takes nothing. */
const pause = 5
const tries = 100

/**
 * Writes to a terminal before it returns, so that this works while the process ends. Another program may have
 * made the terminal non-blocking: then it tries for half a second. Returns false if the terminal is gone.
 */
export function writeNow(fd: number, text: string): boolean {
  let rest: Uint8Array = Buffer.from(text)
  for (let left = tries; rest.length > 0 && left > 0; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return false
      left -= 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
  return rest.length === 0
}
