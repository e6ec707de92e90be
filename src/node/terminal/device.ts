/** The streams of the user's terminal. */
import { openSync } from 'node:fs'
import { isatty, ReadStream, WriteStream } from 'node:tty'

export interface Device {
  readonly input: ReadStream
  readonly output: WriteStream
  /** The file descriptor of `output`. */
  readonly fd: number
  /** Stops reading, so that the process can end and the shell gets what is typed from now on. */
  release(): void
}

/** Opens the terminal of stdin and stdout, or /dev/tty in place of one that is something else. Returns `undefined` if there is none. */
export function openDevice(): Device | undefined {
  const [hasInput, hasOutput] = [isatty(0), isatty(1)]
  if (process.platform === 'win32' && !(hasInput && hasOutput)) return undefined
  // Bun cannot end a read of /dev/tty, so the process would not end (docs/packaging.md).
  if (!hasInput && 'bun' in process.versions) return undefined
  try {
    const input = hasInput ? process.stdin : new ReadStream(openSync(terminal, 'r+'))
    const fd = hasOutput ? 1 : openSync(terminal, 'r+')
    const output = hasOutput ? process.stdout : new WriteStream(fd)
    const release = () => {
      if (hasInput) input.pause()
      else input.destroy()
      if (!hasOutput) output.destroy()
    }
    return { input, output, fd, release }
  } catch {
    return undefined
  }
}

const terminal = '/dev/tty'

/**
 * Asks the system for the size; a change emits `resize`. Node does this by itself only for stdout and stderr,
 * and offers no documented way for other streams.
 */
export function refreshSize(output: WriteStream & { readonly _refreshSize?: () => void }): void {
  output._refreshSize?.()
}
