import type { Writable } from 'node:stream'
import { KivaError, ReaderGone } from '../../errors.ts'
import type { Sink } from '../../ports/streams.ts'

/** A terminal stream has a size. */
type Stream = Writable & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'>>

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
  }
}

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
