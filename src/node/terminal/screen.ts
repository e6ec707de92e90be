import type { Screen, Sink } from '../../ports/streams.ts'
import { streamSink } from './sink.ts'

/**
 * The alternate screen, without a cursor and with long lines cut, and back (xterm, DECSET 1049, 25 and 7): what stood on
 * the terminal before stands there again.
 */
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l'
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l'

/** Shown at once where the terminal knows synchronized output (mode 2026): from the first line, over what stood there. */
const frame = (text: string) => `\x1b[?2026h\x1b[H${text.replaceAll('\n', '\x1b[K\r\n')}\x1b[J\x1b[?2026l`

/** Takes the whole terminal. Not ended by a signal, so that it can be given back whatever happens; Ctrl-Z gives it back too. */
export async function takeScreen(stream: NodeJS.WriteStream, stdout: Sink): Promise<Screen> {
  const { write } = streamSink(stream)
  let shown = ''
  const suspend = () => {
    process.off('SIGTSTP', suspend)
    stream.write(leave)
    // Without a listener the signal stops the process here, until SIGCONT.
    process.kill(process.pid, 'SIGTSTP')
    process.on('SIGTSTP', suspend)
    stream.write(enter + shown)
    // The terminal told its new size to the program that had it meanwhile: Node asks for it on this signal.
    process.kill(process.pid, 'SIGWINCH')
  }
  await write(enter)
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
      return write(shown)
    },
    close: () => {
      process.off('SIGTSTP', suspend)
      return write(leave).catch(() => {})
    },
  }
}
