/**
 * Serves a client over lines of text: reads messages, answers each request once, and cancels.
 *
 * In this folder, `message.ts` knows both eras of the protocol, `answer.ts` has a row per method, `tools.ts` makes tools of the
 * catalogue and some actions, and `call.ts` calls them. The tool `sql` runs kiva as another process, which can be ended.
 */
import { jsonText } from '../api/wire/json.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { lazy } from '../core/lazy.ts'
import { codes, errorReply, ProtocolError, type Request, readMessage } from './message.ts'

/** Answers a request with its result. Throws `ProtocolError` for an error of the protocol. */
export type Answer = (request: Request, call: Call) => Promise<JsonObject>

/** One request being answered. */
export interface Call {
  /** Fires when the client cancels the request, and at the end of the run. */
  readonly signal: AbortSignal
  /** Sends a notification about this request. Once it is canceled, nothing is sent. */
  notify(method: string, params: JsonObject): Promise<void>
}

/** Milliseconds to answer after the client has closed stdin. What is not answered then gets an error. */
export const finishTime = 5000

/** Milliseconds for the client to read these errors, before the run ends without it. */
export const drainTime = 500

/**
 * The most requests that wait for their answer, or for the client to read it. Then no more are started, so that a client
 * that does not read cannot fill the memory.
 */
export const maxPending = 32

type ServePorts = Pick<Context, 'stdin' | 'stdout' | 'signal' | 'sleep'>

/** A request that has no reply yet. */
interface Waiting {
  readonly id: Json
  /** Ends its work. It gets no reply. */
  cancel(): void
  /** Ends its work. It gets an error at once, unless it was canceled. */
  giveUp(): void
}

/**
 * Serves until stdin ends and the requests have their replies, for which they get `finishTime`. Throws `ReaderGone` when
 * stdout has no reader, and the reason of the run's signal.
 */
export async function serve({ stdin, stdout, signal, sleep }: ServePorts, answer: Answer): Promise<void> {
  const end = new AbortController()
  /** The work and the writes that go on. */
  const pending = new Map<Promise<void>, Waiting | undefined>()
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
    end.abort(error)
  }
  const write = (message: JsonObject) => stdout.write(`${jsonText(message)}\n`, 'json').catch(fail)
  const follow = (work: Promise<void>, waiting?: Waiting) => {
    const followed: Promise<void> = work.finally(() => pending.delete(followed))
    pending.set(followed, waiting)
  }

  const start = (request: Request) => {
    const stop = new AbortController()
    const stopped = AbortSignal.any([signal, end.signal, stop.signal])
    const call: Call = {
      signal: stopped,
      notify: async (method, params) => {
        if (!stopped.aborted) await write({ jsonrpc: '2.0', method, params })
      },
    }
    const cancel = () => stop.abort(canceled())
    let giveUp = cancel
    const replied = new Promise<JsonObject | undefined>((resolve) => {
      giveUp = () => {
        resolve(stopped.aborted ? undefined : errorReply(request.id, tooLate))
        cancel()
      }
      replyTo(request, answer, call).then((reply) => resolve(stopped.aborted ? undefined : reply))
    })
    follow(
      replied.then((reply) => reply && write(reply)),
      { id: request.id, cancel, giveUp },
    )
  }

  /** Resolves after a time, or once the run ends. */
  const pass = (milliseconds: number) =>
    sleep(milliseconds, AbortSignal.any([signal, end.signal])).catch(() => {})
  let isLate = false
  const deadline = lazy(() =>
    pass(finishTime).then(() => {
      isLate = true
    }),
  )

  try {
    const input = readAhead(stdin.chunks(end.signal))
    for await (const line of messageLines(input.chunks())) {
      if (line?.trim() === '') continue
      const message = readMessage(line)
      if (message.kind === 'request' && !isLate) start(message)
      if (message.kind === 'request' && isLate) follow(write(errorReply(message.id, tooLate)))
      if (message.kind === 'invalid') follow(write(message.reply))
      if (message.kind === 'cancel')
        for (const waiting of pending.values())
          if (waiting && jsonText(waiting.id) === jsonText(message.id)) waiting.cancel()
      while (pending.size >= maxPending && !isLate)
        await Promise.race([...pending.keys(), input.hasEnded ? deadline() : input.readMore()])
      signal.throwIfAborted()
    }
    if (pending.size > 0) await Promise.race([Promise.all(pending.keys()), deadline()])
    signal.throwIfAborted()
    for (const waiting of pending.values()) waiting?.giveUp()
    if (pending.size > 0) await Promise.race([Promise.all(pending.keys()), pass(drainTime)])
    if (pending.size > 0) stdout.abandon?.()
    end.abort(canceled())
    signal.throwIfAborted()
  } catch (error) {
    throw failure ?? error
  }
  if (failure) throw failure
}

const tooLate = new ProtocolError(
  codes.internalError,
  `no answer within ${finishTime / 1000} s after the end of input`,
)

const canceled = () => new KivaError('interrupted', 'canceled')

/** Returns the reply to a request. Never throws. */
async function replyTo(request: Request, answer: Answer, call: Call): Promise<JsonObject> {
  const { id } = request
  try {
    return { jsonrpc: '2.0', id, result: await answer(request, call) }
  } catch (error) {
    const known = error instanceof ProtocolError ? error : undefined
    return errorReply(id, known ?? new ProtocolError(codes.internalError, 'internal error'))
  }
}

/** The longest message in characters. Longer ones are skipped, so that a client cannot fill the memory. */
export const maxMessage = 16 * 1024 * 1024

/**
 * Yields the lines of a stream of text, without their ends; `undefined` for a line longer than `maxMessage`. Only a
 * newline ends a line, since JSON text may contain all other separators. A last line without an end is a cut
 * message, and is yielded too.
 */
async function* messageLines(chunks: AsyncIterable<string>): AsyncGenerator<string | undefined, void> {
  let line = ''
  let isTooLong = false
  const add = (text: string) => {
    isTooLong ||= line.length + text.length > maxMessage
    line = isTooLong ? '' : line + text
  }
  const take = () => {
    const taken = isTooLong ? undefined : line
    line = ''
    isTooLong = false
    return taken
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      add(chunk.slice(start, end))
      start = end + 1
      yield take()
    }
    add(chunk.slice(start))
  }
  if (line !== '' || isTooLong) yield take()
}

/** The most characters that are read ahead. */
export const maxAhead = 2 ** 20

interface Ahead {
  readonly hasEnded: boolean
  /** Resolves when another chunk or the end has come; never once `maxAhead` characters wait. */
  readMore(): Promise<void>
  /** Yields all chunks in their order. */
  chunks(): AsyncGenerator<string, void>
}

/** Reads chunks before they are needed, so that the end is noticed while requests wait for a client that does not read. */
function readAhead(source: AsyncIterable<string>): Ahead {
  const iterator = source[Symbol.asyncIterator]()
  const waiting: string[] = []
  let [size, hasEnded] = [0, false]
  let reading: Promise<void> | undefined
  const read = async () => {
    const { done, value } = await iterator.next()
    reading = undefined
    if (done) hasEnded = true
    else {
      waiting.push(value)
      size += value.length
    }
  }
  const next = () => {
    reading ??= read()
    return reading
  }
  return {
    get hasEnded() {
      return hasEnded
    },
    readMore: () => (size < maxAhead ? next() : new Promise(() => {})),
    async *chunks() {
      while (waiting.length > 0 || !hasEnded) {
        const chunk = waiting.shift()
        size -= chunk?.length ?? 0
        if (chunk === undefined) await next()
        else yield chunk
      }
    },
  }
}
