import type { Source } from '../../ports/streams.ts'
import { withAbort } from '../with-timeout.ts'

/**
 * Wraps standard input as a source. The stream is a function,
 * because touching `process.stdin` costs milliseconds.
 */
export function streamSource(
  open: () => NodeJS.ReadStream,
  terminal: NodeJS.WriteStream,
  signal: AbortSignal,
): Source {
  async function* chunks(stop: AbortSignal): AsyncGenerator<string, void> {
    const { addAbortSignal } = await import('node:stream')
    yield* addAbortSignal(stop, open().setEncoding('utf8'))
  }
  let piped: Promise<(stop: AbortSignal) => Promise<string | undefined>> | undefined
  return {
    get isTerminal() {
      return open().isTTY === true
    },
    async readAll() {
      const texts: string[] = []
      for await (const text of chunks(signal)) texts.push(text)
      return texts.join('')
    },
    chunks: (stop) => chunks(AbortSignal.any([signal, stop])),
    async readLine({ echo = true, stop = signal } = {}) {
      const input = open()
      if (input.isTTY) return withAbort(readTyped(input, echo ? terminal : undefined, signal), stop)
      piped ??= import('./piped-lines.ts').then(({ pipedLines }) => pipedLines(input, signal))
      return (await piped)(stop)
    },
  }
}

/** Reads one line from a terminal. Without an `output`, typed text is hidden. */
async function readTyped(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream | undefined,
  signal: AbortSignal,
) {
  // Before any await: a secret pasted right after the prompt must be hidden too.
  if (!output) input.setRawMode(true)
  const { createInterface } = await import('node:readline')
  const { Writable } = await import('node:stream')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // If typed text is visible, the terminal edits the line: readline would redraw it over the prompt.
  const lines = createInterface({ input, output: output ?? silent, terminal: output === undefined })
  try {
    return await withAbort(
      new Promise<string | undefined>((resolve) => {
        lines.once('line', resolve)
        lines.once('close', () => resolve(undefined))
        // In raw mode readline receives Ctrl-C before the process does.
        lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      }),
      signal,
    )
  } finally {
    lines.close()
    input.pause()
  }
}
