/** One exchange over HTTP, through undici: its only door. The bundler narrows it to what this file uses (scripts/stand-ins). */
import type { IncomingHttpHeaders } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { KivaError } from '../../errors.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import { type Connector, targetOf } from './connect.ts'
import { serviceAt } from './network-problem.ts'

/** A body is not read beyond this, packed or unpacked, where a request does not say. */
const usualMost = 50 * 1024 * 1024

/** Sends a request and reads the whole reply; given up, as far as undici hears it, when `stop` fires. */
export type Exchange = (request: HttpRequest, url: URL, stop: AbortSignal) => Promise<HttpReply>

/** Exchanges over connections that `connector` makes, kept for the next; `added` are headers of each request. */
export function openExchange(connector: Connector, added: HttpRequest['headers']): Exchange {
  // undici parses HTTP in WebAssembly, which V8 would optimise in the background, and Node 20 waits for that at exit:
  // 150 ms and 40 MiB, which no number of replies pays back.
  setFlagsFromString('--no-wasm-dynamic-tiering --no-wasm-tier-up')
  // Only --timeout counts; 0 turns the limits of undici off.
  const agent = new Agent({ connect: forUndici(connector), headersTimeout: 0, bodyTimeout: 0 })
  return async (request, url, stop) => {
    const limit = { url, mostBytes: request.mostBytes ?? usualMost }
    const { body, ...reply } = await new Promise<HttpReply>((resolve, reject) => {
      const options = {
        origin: url.origin,
        // As written, not as `URL` would rewrite it: these are the bytes that were signed.
        path: request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2)),
        method: request.method as Dispatcher.HttpMethod,
        headers: { ...request.headers, ...added },
        body: request.body ?? null,
      }
      agent.dispatch(options, new Receiver(limit, stop, resolve, reject))
    })
    // undici takes its connection for busy until what runs now has ended, and would open another for the next request.
    await new Promise<void>((go) => setImmediate(go))
    return { ...reply, body: await unpacked(body, reply.headers['content-encoding'], limit) }
  }
}

/** How much is read of what is at an address. */
interface Limit {
  readonly url: URL
  readonly mostBytes: number
}

/**
 * Puts a reply together as it comes, and gives it up when `stop` fires. undici's own `request` makes a stream of the body
 * first: a fifth of what a small reply costs.
 */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #limit: Limit
  readonly #resolve: (reply: HttpReply) => void
  readonly #reject: (cause: unknown) => void
  readonly #stop: AbortSignal
  readonly #chunks: Uint8Array[] = []
  // Not `performance`, which costs two milliseconds when it is first asked.
  readonly #began = Date.now()
  #untilHead = 0
  #length = 0
  #status = 0
  #headers: HttpReply['headers'] = {}
  #controller: Dispatcher.DispatchController | undefined

  constructor(
    limit: Limit,
    stop: AbortSignal,
    resolve: (reply: HttpReply) => void,
    reject: (cause: unknown) => void,
  ) {
    this.#limit = limit
    this.#stop = stop
    this.#resolve = resolve
    this.#reject = reject
    stop.addEventListener('abort', () => this.#controller?.abort(stop.reason), { once: true })
  }

  /** Once more where a connection that had been kept turns out to be closed. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#stop.aborted) controller.abort(this.#stop.reason)
  }

  /** An interim answer (1xx) comes first and is not it. */
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#untilHead = Date.now() - this.#began
    const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
    this.#headers = Object.fromEntries(joined)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#length += chunk.byteLength
    if (this.#length > this.#limit.mostBytes) controller.abort(tooLarge(this.#limit))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks)
    const transfer = { bytes: this.#length, untilHead: this.#untilHead }
    this.#resolve({ status: this.#status, headers: this.#headers, body, transfer })
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.#reject(cause)
  }
}

function forUndici({ connect }: Connector): buildConnector.connector {
  return ({ protocol, hostname, port }, callback) => {
    connect(targetOf({ protocol, hostname, port }), protocol === 'https:').then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

async function unpacked(bytes: Uint8Array, encodings: string | undefined, limit: Limit): Promise<Uint8Array> {
  if (bytes.byteLength === 0 || encodings === undefined) return bytes
  const { unpack } = await import('./unpack.ts')
  return unpack(bytes, encodings, limit.mostBytes).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit) : cause
  })
}

const tooLarge = ({ url, mostBytes }: Limit) =>
  new KivaError(
    'network',
    `The answer of ${serviceAt(url).name} is larger than ${mostBytes / 1024 / 1024} MiB`,
    {
      hint: 'So much is not read at once: ask for fewer records.',
    },
  )
