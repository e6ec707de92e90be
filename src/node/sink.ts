import type { Sink } from '../context.ts'
import { ReaderGone } from '../errors.ts'

/** A stream of the process as a sink: waits for `drain`, and turns a closed pipe into `ReaderGone`. */
export function streamSink(stream: NodeJS.WriteStream): Sink {
  let failure: Error | undefined
  const fail = (error: NodeJS.ErrnoException) => {
    failure ??= /^(EPIPE|EOF|ERR_STREAM_DESTROYED)$/.test(error.code ?? '')
      ? new ReaderGone('the reader has gone', { cause: error })
      : error
  }
  stream.on('error', fail)
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns > 0 ? stream.columns : 80
    },
    async write(chunk) {
      if (failure) throw failure
      // The callback comes when the system has taken the chunk: it waits for `drain` and reports EPIPE in one.
      await new Promise<void>((resolve) => {
        stream.write(chunk, (error) => {
          if (error) fail(error)
          resolve()
        })
      })
      if (failure) throw failure
    },
  }
}
