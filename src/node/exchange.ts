/** One exchange over HTTP, through undici: its only door. The bundler narrows it to what this file uses (scripts/stand-ins). */
import { setFlagsFromString } from 'node:v8'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import type { HttpReply, HttpRequest } from '../context.ts'
import { KivaError } from '../errors.ts'
import { type Connector, targetOf } from './connect.ts'
import { serviceAt } from './network-problem.ts'

/** A body is not read beyond this, packed or unpacked. */
const mostBytes = 50 * 1024 * 1024

/** Sends a request and reads the whole reply; given up, as far as undici hears it, when `stop` fires. */
export type Exchange = (request: HttpRequest, url: URL, stop: AbortSignal) => Promise<HttpReply>

/** Exchanges over connections that `connector` makes, kept for the next; `added` are headers of each request. */
export function openExchange(connector: Connector, added: HttpRequest['headers']): Exchange {
  // undici parses HTTP in WebAssembly, which Node 20 would optimise in the background and wait for at exit:
  // 150 ms of a run that makes one request.
  setFlagsFromString('--wasm-tiering-budget=2000000000')
  // Only --timeout counts; 0 turns the limits of undici off.
  const agent = new Agent({ connect: forUndici(connector), headersTimeout: 0, bodyTimeout: 0 })
  return async (request, url, stop) => {
    const began = performance.now()
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      // As written, not as `URL` would rewrite it: these are the bytes that were signed.
      path: request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2)),
      method: request.method as Dispatcher.HttpMethod,
      headers: { ...request.headers, ...added },
      body: request.body ?? null,
      signal: stop,
    })
    const untilHead = Math.round(performance.now() - began)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      length += chunk.byteLength
      if (length > mostBytes) throw tooLarge(url)
      chunks.push(chunk)
    }
    // undici takes its connection for busy until what runs now has ended, and would open another for the next request.
    await new Promise<void>((resolve) => setImmediate(resolve))
    const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
    const plain: Readonly<Record<string, string>> = Object.fromEntries(joined)
    return {
      status: statusCode,
      headers: plain,
      body: await unpacked(Buffer.concat(chunks), plain['content-encoding'], url),
      transfer: { bytes: length, untilHead },
    }
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

async function unpacked(bytes: Uint8Array, encodings: string | undefined, url: URL): Promise<Uint8Array> {
  if (bytes.byteLength === 0 || encodings === undefined) return bytes
  const { unpack } = await import('./unpack.ts')
  return unpack(bytes, encodings, mostBytes).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(url) : cause
  })
}

const tooLarge = (url: URL) =>
  new KivaError(
    'network',
    `The answer of ${serviceAt(url).name} is larger than ${mostBytes / 1024 / 1024} MiB`,
    {
      hint: 'So much is not read at once: ask for fewer records.',
    },
  )
