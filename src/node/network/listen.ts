/** The HTTP server of `kiva sandbox`: replies, and the faults of networks that it simulates. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { KivaError } from '../../core/errors.ts'
import type { HttpRequest, Listening, ListenOptions, Serve, Served } from '../../core/http.ts'
import { loopbackAddress } from '../../core/origin.ts'

/** The limit of a request body in bytes. */
const maxBytes = 1024 * 1024

/**
 * Serves on loopback until closed, so nothing outside this machine can connect. Throws `KivaError` of kind
 * `config` if the port is unavailable.
 */
export async function listenOnLoopback(serve: Serve, { port, tls }: ListenOptions): Promise<Listening> {
  const scheme = tls ? 'https' : 'http'
  // By the client's port, because the TLS layer uses a different socket object.
  const connections = new Map<number | undefined, Socket>()
  const answer = (message: IncomingMessage, response: ServerResponse) => {
    const socket = connections.get(message.socket.remotePort) ?? message.socket
    respond(serve, { scheme, message, response, socket }).catch(() => response.destroy())
  }
  const server: Server = tls ? createSecureServer(tls, answer) : createServer(answer)
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    connections.set(remotePort, socket)
    socket.once('close', () => connections.delete(remotePort))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
    // Throws for an invalid port number.
    server.listen(port, loopbackAddress)
  }).catch((cause: NodeJS.ErrnoException) => {
    const [what, why] = refusals[cause.code ?? ''] ?? [cause.code ?? cause.message, '']
    throw new KivaError('config', `cannot listen on port ${port}: ${what}`, {
      cause,
      hint: `${why}Use another --port, or leave it out for a free one.`,
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const refusals: Readonly<Record<string, readonly [what: string, why: string]>> = {
  EADDRINUSE: ['already in use', ''],
  EACCES: ['permission denied', 'Ports below 1024 may be reserved. '],
}

interface Exchange {
  readonly scheme: string
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
}

async function respond(serve: Serve, { scheme, message, response, socket }: Exchange): Promise<void> {
  const request = await requestOf(scheme, message)
  if (request === undefined) return refuseBody(message, response)
  await writeReply(await serve(request), { response, socket, head: message.method === 'HEAD' })
}

/** Returns the request with its whole body, or `undefined` as soon as the body is too large. */
async function requestOf(scheme: string, message: IncomingMessage): Promise<HttpRequest | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  // Leaving the loop must keep the connection open, because the refusal is sent over it.
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  const headers = Object.entries(message.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  return {
    method: message.method ?? 'GET',
    url: `${scheme}://${message.headers.host ?? loopbackAddress}${message.url ?? '/'}`,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** Refuses at once and drains the rest of the body, so that the client can read the refusal. */
function refuseBody(message: IncomingMessage, response: ServerResponse): void {
  message.resume()
  response.writeHead(413, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(`A request body may have ${maxBytes} bytes at most.\n`)
}

/**
 * Writes a reply with the fault that it simulates: slow, too long, truncated, reset, or none. `socket` is the
 * connection below TLS, because only that one can be reset. Rejects if the client disconnects early.
 */
async function writeReply(
  reply: Served,
  { response, socket, head }: { response: ServerResponse; socket: Socket; head: boolean },
): Promise<void> {
  const { status, headers, body, cutAfter, reset, drip, padding = 0 } = reply
  if (reset && cutAfter === undefined) return void socket.resetAndDestroy()
  response.writeHead(status, { ...headers, 'content-length': String(body.byteLength + padding) })
  if (head || (cutAfter === undefined && !drip && !padding)) return void response.end(head ? '' : body)
  await pipeline(Readable.from(piecesOf(reply)), response, { end: cutAfter === undefined })
  if (cutAfter === undefined) return
  // Flushes what was written before the connection ends.
  await new Promise((resolve) => response.write('', resolve))
  if (reset) socket.resetAndDestroy()
  else response.destroy()
}

const blanks = Buffer.alloc(64 * 1024, ' ')

async function* piecesOf({ body, cutAfter, drip, padding = 0 }: Served): AsyncGenerator<Uint8Array> {
  const sent = body.subarray(0, cutAfter)
  const size = Math.max(1, Math.ceil(sent.byteLength / (drip?.pieces ?? 1)))
  for (let at = 0; at < sent.byteLength; at += size) {
    if (drip && at > 0) await wait(drip.pause)
    yield sent.subarray(at, at + size)
  }
  const rest = cutAfter === undefined ? padding : 0
  for (let left = rest; left > 0; left -= blanks.byteLength) yield blanks.subarray(0, left)
}
