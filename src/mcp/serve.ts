/** Serves a client over lines of text: reads messages, answers each request once, and cancels. */
import { jsonText } from '../api/wire/json.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Json, JsonObject } from '../core/json.ts'
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

/** Milliseconds to finish requests after the client has closed stdin. */
export const grace = 50

/**
 * The most requests that wait for their answer, or for the client to read it. Then reading pauses, so that a client
 * that does not read cannot fill the memory.
 */
export const maxPending = 32

type ServePorts = Pick<Context, 'stdin' | 'stdout' | 'signal' | 'sleep'>

/** Serves until stdin ends. Throws `ReaderGone` when stdout has no reader, and the reason of the run's signal. */
export async function serve({ stdin, stdout, signal, sleep }: ServePorts, answer: Answer): Promise<void> {
  const end = new AbortController()
  const pending = new Map<Promise<void>, { readonly id: Json; readonly stop: AbortController }>()
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
    end.abort(error)
  }
  const write = (message: JsonObject) => stdout.write(`${jsonText(message)}\n`, 'json').catch(fail)

  const start = (request: Request) => {
    const stop = new AbortController()
    const stopped = AbortSignal.any([signal, end.signal, stop.signal])
    const send = async (message: JsonObject) => {
      if (!stopped.aborted) await write(message)
    }
    const call: Call = {
      signal: stopped,
      notify: (method, params) => send({ jsonrpc: '2.0', method, params }),
    }
    const work: Promise<void> = replyTo(request, answer, call)
      .then(send)
      .finally(() => pending.delete(work))
    pending.set(work, { id: request.id, stop })
  }

  try {
    for await (const line of messageLines(stdin.chunks(end.signal))) {
      if (line?.trim() === '') continue
      const message = readMessage(line)
      if (message.kind === 'request') start(message)
      if (pending.size >= maxPending) await Promise.race(pending.keys())
      if (message.kind === 'invalid') await write(message.reply)
      if (message.kind !== 'cancel') continue
      for (const { id, stop } of pending.values())
        if (jsonText(id) === jsonText(message.id)) stop.abort(canceled())
    }
    await finish([...pending.keys()], signal, sleep)
    end.abort(canceled())
    await Promise.all(pending.keys())
    signal.throwIfAborted()
  } catch (error) {
    throw failure ?? error
  }
  if (failure) throw failure
}

/** Waits for requests, but not for long. */
async function finish(
  work: readonly Promise<void>[],
  signal: AbortSignal,
  sleep: Context['sleep'],
): Promise<void> {
  if (work.length === 0) return
  const done = new AbortController()
  const late = sleep(grace, AbortSignal.any([signal, done.signal])).catch(() => {})
  await Promise.race([Promise.all(work), late])
  done.abort()
}

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
