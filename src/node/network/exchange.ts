/**
 * One HTTP exchange. This is the only module that loads undici;
 * the bundler strips what it does not use (scripts/stand-ins).
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { KivaError } from '../../core/errors.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import { type Connector, serviceAt, targetOf } from './connect.ts'

/** The default limit of a body in bytes, both compressed and decompressed. */
const defaultMaxBytes = 50 * 1024 * 1024

/** Sends a request and reads the whole reply. Aborts when `stop` fires, as far as undici allows. */
export type Exchange = (request: HttpRequest, url: URL, stop: AbortSignal) => Promise<HttpReply>

/**
 * Opens exchanges over the connections of `connector`, which are reused.
 * Adds the headers `added` to each request.
 */
export function openExchange(connector: Connector, added: HttpRequest['headers']): Exchange {
  // undici parses HTTP in WebAssembly. V8 would optimize it in the background, and Node 20 would wait for
  // that at exit: 150 ms and 40 MiB, which never pays off.
  setFlagsFromString('--no-wasm-dynamic-tiering --no-wasm-tier-up')
  // Only --timeout limits an exchange; 0 disables undici's own timeouts.
  const openAgent = () => new Agent({ connect: forUndici(connector), headersTimeout: 0, bodyTimeout: 0 })
  const shared = openAgent()
  return async (request, url, stop) => {
    const agent = request.needsNewConnection ? openAgent() : shared
    const limit = { url, maxBytes: request.maxBytes ?? defaultMaxBytes }
    const { body, ...reply } = await new Promise<HttpReply>((resolve, reject) => {
      const options = {
        origin: url.origin,
        // Exactly as written: `URL` could change the bytes that were signed.
        path: request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2)),
        method: request.method as Dispatcher.HttpMethod,
        headers: { ...request.headers, ...added },
        body: request.body ?? null,
      }
      agent.dispatch(options, new Receiver(limit, stop, resolve, reject))
    }).finally(() => {
      if (agent !== shared) void agent.close()
    })
    // undici sees its connection as busy until the current work ends, and would open another for the next
    // request.
    await new Promise<void>((go) => setImmediate(go))
    return { ...reply, body: await unpacked(body, reply.headers['content-encoding'], limit) }
  }
}

/** The limit of a body, and the address for messages. */
interface Limit {
  readonly url: URL
  readonly maxBytes: number
}

/**
 * Collects a reply as it arrives, and aborts it when `stop` fires. undici's own `request` wraps the body in a
 * stream, which takes a fifth of the time of a small reply.
 */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #limit: Limit
  readonly #resolve: (reply: HttpReply) => void
  readonly #reject: (cause: unknown) => void
  readonly #stop: AbortSignal
  readonly #chunks: Uint8Array[] = []
  // `performance` would cost two milliseconds at first use.
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

  /** Called again if a reused connection turns out to be closed. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#stop.aborted) controller.abort(this.#stop.reason)
  }

  /** An interim response (1xx) may come first; the final response replaces it. */
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#untilHead = Date.now() - this.#began
    const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
    this.#headers = Object.fromEntries(joined)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#length += chunk.byteLength
    if (this.#length > this.#limit.maxBytes) controller.abort(tooLarge(this.#limit))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks)
    const transfer = { bytes: this.#length, untilHead: this.#untilHead }
    this.#resolve({ status: this.#status, headers: this.#headers, body, transfer })
  }

  onResponseError(_: Dispatcher.DispatchController, cause: ParserError): void {
    // Errors of a head after Content-Length have the code of a body with another length.
    if (cause.code === wrongLength && this.#status === 0) cause.code = 'HPE_INVALID_HEAD'
    this.#reject(cause)
  }
}

/** An error of the parser. */
export interface ParserError extends NodeJS.ErrnoException {
  /** What follows the error in the bytes that were read last. */
  readonly data?: string
  /** The bytes that were read last, for an error in a head that undici does not explain. */
  head?: Uint8Array
}

const wrongLength = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'

/** Adds what was read last to an error that undici does not explain. Returns the socket. */
function keepingHead(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  let last: Uint8Array | undefined
  socket.read = (size) => {
    const chunk = read(size)
    last = chunk ?? last
    return chunk
  }
  return socket.on('error', (cause: ParserError) => {
    if (cause.code === wrongLength && last) cause.head = last
  })
}

function forUndici({ connect }: Connector): buildConnector.connector {
  return ({ protocol, hostname, port }, callback) => {
    connect(targetOf({ protocol, hostname, port }), protocol === 'https:').then(
      (socket) => callback(null, keepingHead(socket)),
      (error: Error) => callback(error, null),
    )
  }
}

async function unpacked(bytes: Uint8Array, encodings: string | undefined, limit: Limit): Promise<Uint8Array> {
  if (bytes.byteLength === 0 || encodings === undefined) return bytes
  const { unpack } = await import('./unpack.ts')
  return unpack(bytes, encodings, limit.maxBytes).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit) : cause
  })
}

const tooLarge = ({ url, maxBytes }: Limit) =>
  new KivaError(
    'network',
    `the response from ${serviceAt(url).name} is larger than ${maxBytes < 1024 * 1024 ? `${maxBytes} bytes` : `${maxBytes / 1024 / 1024} MiB`}`,
    {
      hint: 'Request fewer records at a time.',
    },
  )
