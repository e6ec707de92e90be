/** The standard streams of this process, as sinks and a source. */
import { fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { KivaError, ReaderGone } from '../../core/errors.ts'
import { plainChunks, plainText } from '../../core/plain-text.ts'
import type { Sink, Source } from '../../core/streams.ts'
import { withAbort } from '../with-timeout.ts'

/** A terminal stream has a size. */
type Stream = Writable &
  Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'>> & { readonly fd?: number }

/**
 * Wraps a stream of the process as a sink. It waits for `drain`, turns a closed pipe into `ReaderGone`, and
 * stops waiting for a slow reader with the reason of `signal`.
 */
export function streamSink(stream: Stream, signal?: AbortSignal): Sink {
  let failure: Error | undefined
  const fail = (error: NodeJS.ErrnoException) => {
    // A terminal that was closed gives EIO.
    const isGone = stream.isTTY
      ? /^(EIO|EPIPE|EOF|ERR_STREAM_DESTROYED)$/
      : /^(EPIPE|EOF|ERR_STREAM_DESTROYED)$/
    failure ??= isGone.test(error.code ?? '')
      ? new ReaderGone('the reader has gone', { cause: error })
      : new KivaError('bug', `cannot write the output: ${error.message}`, {
          hint: 'The output so far is incomplete.',
          cause: error,
        })
  }
  stream.on('error', fail)
  return {
    isTerminal: stream.isTTY === true,
    get isPipe() {
      return stream.fd !== undefined && isPipe(stream.fd)
    },
    get columns() {
      return stream.columns || 80
    },
    get rows() {
      return stream.rows || undefined
    },
    get isGone() {
      return failure !== undefined
    },
    async write(chunk) {
      if (failure) throw failure
      signal?.throwIfAborted()
      let stop = () => {}
      // The callback comes once the system has taken the chunk, so it covers both `drain` and EPIPE.
      await new Promise<void>((resolve) => {
        stop = resolve
        signal?.addEventListener('abort', stop, { once: true })
        stream.write(chunk, (error) => {
          if (error) fail(error)
          resolve()
        })
      })
      signal?.removeEventListener('abort', stop)
      if (failure) throw failure
      signal?.throwIfAborted()
    },
    abandon() {
      // A write that the system has not taken keeps the process alive, and Node.js cannot cancel it.
      // biome-ignore lint/nursery/noJsRestrictedProperties: what it cuts has no reader
      setTimeout(() => process.exit(), abandonDelay).unref()
    },
  }
}

function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return stats.isFIFO() || stats.isSocket()
  } catch {
    // It was closed before the start.
    return false
  }
}

/** Milliseconds for the rest of the run to end. */
const abandonDelay = 500

/** Wraps a sink for messages to the user. A lost write is ignored; `isGone` reports it. */
export function conversation(sink: Sink): Sink {
  return {
    isTerminal: sink.isTerminal,
    get columns() {
      return sink.columns
    },
    get isGone() {
      return sink.isGone
    },
    write: (chunk) => sink.write(chunk).catch(() => {}),
  }
}

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
    yield* plainChunks(addAbortSignal(stop, open().setEncoding('utf8')), 'standard input', 'usage')
  }
  let piped: ((stop: AbortSignal) => Promise<string | undefined>) | undefined
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
      piped ??= pipedLines(input, signal)
      return piped(stop)
    },
  }
}

/**
 * Returns a function that reads one line of a pipe per call. All calls share one reader, so that text read ahead is not lost.
 * Lines end with LF or CRLF; `node:readline` also ends them within texts of JSON and TSV, at U+2028.
 */
function pipedLines(
  input: NodeJS.ReadStream,
  signal: AbortSignal,
): (stop: AbortSignal) => Promise<string | undefined> {
  // Counts from the front: removing the first element would copy the array each time.
  let ready: string[] = []
  let taken = 0
  /** The parts of a line whose end has not come. */
  let begun: string[] = []
  let isFirst = true
  let ended = false
  let wake = () => {}
  const next = () => {
    const line = ready[taken++]?.replace(/\r$/, '')
    if (!isFirst || line === undefined) return line
    isFirst = false
    return plainText(line, 'standard input', 'usage')
  }
  const endLine = () => {
    ready.push(begun.join(''))
    begun = []
  }
  input
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const [first = '', ...lines] = text.split('\n')
      begun.push(first)
      for (const line of lines) {
        endLine()
        begun.push(line)
      }
      wake()
    })
    .on('end', () => {
      if (begun.some((part) => part !== '')) endLine()
      ended = true
      wake()
    })
  return async (stop) => {
    if (taken < ready.length) return next()
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
    return next()
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
