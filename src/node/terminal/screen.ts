import type { Screen, Sink } from '../../core/streams.ts'
import { TerminalOutput } from './terminal-output.ts'

/**
 * Enters the alternate screen without a cursor or line wrap (xterm, DECSET 1049, 25 and 7).
 * Leaving it restores the previous content.
 */
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l'
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l'

/**
 * Draws over the old content from the first line.
 * Terminals with synchronized output (mode 2026) show it in one step.
 */
const frame = (text: string) => `\x1b[?2026h\x1b[H${text.replaceAll('\n', '\x1b[K\r\n')}\x1b[J\x1b[?2026l`

/**
 * Takes over the whole terminal. No signal ends it early, so the terminal is always restored.
 * Ctrl-Z restores it too.
 */
export async function takeScreen(stream: NodeJS.WriteStream, stdout: Sink): Promise<Screen> {
  const text = new TerminalOutput(stream, '/dev/fd/1')
  let shown = ''
  const suspend = () => {
    process.off('SIGTSTP', suspend)
    text.writeNow(leave)
    // With no listener, this signal stops the process here until SIGCONT.
    process.kill(process.pid, 'SIGTSTP')
    process.on('SIGTSTP', suspend)
    text.writeNow(enter + shown)
    // The terminal may have been resized meanwhile: this signal makes Node ask for its size.
    process.kill(process.pid, 'SIGWINCH')
  }
  await text.write(enter)
  process.on('SIGTSTP', suspend)
  return {
    isTerminal: stdout.isTerminal,
    get columns() {
      return stdout.columns
    },
    get rows() {
      return stdout.rows
    },
    write: (chunk) => {
      shown = frame(String(chunk))
      return text.write(shown)
    },
    close: () => {
      process.off('SIGTSTP', suspend)
      return text.write(leave).catch(() => {})
    },
  }
}
