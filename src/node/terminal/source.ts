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
  let piped: Promise<(stop: AbortSignal) => Promise<string | undefined>> | undefined
  return {
    get isTerminal() {
      return open().isTTY === true
    },
    async readAll() {
      const { addAbortSignal } = await import('node:stream')
      const chunks: Buffer[] = []
      for await (const chunk of addAbortSignal(signal, open())) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks).toString('utf8')
    },
    async readLine({ echo = true, stop = signal } = {}) {
      const input = open()
      if (input.isTTY) return withAbort(readTyped(input, echo ? terminal : undefined, signal), stop)
      piped ??= pipedLines(input, signal)
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

/**
 * Yields the lines of a pipe, one per call. All calls share one reader, so that text read ahead is not lost.
 */
async function pipedLines(
  input: NodeJS.ReadStream,
  signal: AbortSignal,
): Promise<(stop: AbortSignal) => Promise<string | undefined>> {
  const { createInterface } = await import('node:readline')
  // Counts from the front: removing the first element would copy the array each time.
  let ready: string[] = []
  let taken = 0
  let ended = false
  let wake = () => {}
  createInterface({ input, terminal: false })
    .on('line', (line) => {
      ready.push(line)
      wake()
    })
    .on('close', () => {
      ended = true
      wake()
    })
  return async (stop) => {
    if (taken < ready.length) return ready[taken++]
    ready = []
    taken = 0
    try {
      while (ready.length === 0 && !ended) {
        input.resume()
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        await withAbort(withAbort(woken, signal), stop)
      }
    } finally {
      // An open pipe must not keep the process alive.
      input.pause()
    }
    return ready[taken++]
  }
}
