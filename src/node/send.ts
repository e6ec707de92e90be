/** HTTP through undici: its only door. The bundler narrows it to what this file uses (scripts/stand-ins). */
import type { ConnectionOptions } from 'node:tls'
import { setFlagsFromString } from 'node:v8'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { isLoopback } from '../api/origins.ts'
import type { HttpReply, HttpRequest, Send, Transport } from '../context.ts'
import { KivaError } from '../errors.ts'
import { type Connector, makeConnector } from './connect.ts'
import { networkProblem, type Peer, serviceAt } from './network-problem.ts'
import { type HttpProxy, proxyFor } from './proxy.ts'
import { within } from './within.ts'

/** A body is not read beyond this, packed or unpacked. */
const mostBytes = 50 * 1024 * 1024

/** Opens the network. Throws `KivaError` of kind `config` for a CA file that can't be read. */
export async function openNetwork(transport: Transport): Promise<Send> {
  // undici parses HTTP in WebAssembly, which Node 20 would optimise in the background and wait for at exit:
  // 150 ms of a run that makes one request.
  setFlagsFromString('--wasm-tiering-budget=2000000000')
  // Certificates are always verified, whatever it says; without it Node does not warn of the contrary either.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  const ca = transport.caFile && (await (await import('./ca-file.ts')).readCaFile(transport.caFile))
  const routes = new Map<string, Promise<Route>>()
  const routeFor = (url: URL): Promise<Route> => {
    const proxy = proxyFor(url, process.env)
    // One to this machine, one straight to all others, and one through each proxy.
    const name = `${isLoopback(url.hostname)} ${proxy?.url.href}`
    const route = routes.get(name) ?? openRoute(url, proxy, ca, transport)
    routes.set(name, route)
    return route
  }
  return async (request, signal) => {
    const url = new URL(request.url)
    const route = await routeFor(url)
    let peer: Peer | undefined
    try {
      return await within(transport.timeout, signal, (stop) => {
        const giveUp = () => {
          peer = route.connector.awaited()
          route.connector.giveUp(stop.reason)
        }
        stop.addEventListener('abort', giveUp)
        return exchange(route, request, url, stop)
      })
    } catch (cause) {
      signal.throwIfAborted()
      throw networkProblem(cause, peer ?? serviceAt(url), transport)
    }
  }
}

/** How requests get to a host. */
interface Route {
  readonly dispatcher: Dispatcher
  readonly connector: Connector
  /** Added to each request. */
  readonly headers: Readonly<Record<string, string>>
}

async function openRoute(
  url: URL,
  proxy: HttpProxy | undefined,
  ca: string | undefined,
  transport: Transport,
): Promise<Route> {
  const here = isLoopback(url.hostname)
  const tls: ConnectionOptions = {
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    // A certificate of this machine comes from nobody but its own authority.
    ...(ca && { ca: here ? ca : [...(await import('node:tls')).rootCertificates, ca] }),
  }
  const tunnel = proxy && (await import('./tunnel.ts')).tunnelThrough(proxy, tls, transport)
  const connector = makeConnector(tls, tunnel)
  return {
    connector,
    // Only --timeout counts; 0 turns the limits of undici off.
    dispatcher: new Agent({ connect: forUndici(connector), headersTimeout: 0, bodyTimeout: 0 }),
    // Within this machine packing gains nothing.
    headers: here ? {} : { 'accept-encoding': 'gzip, deflate, br' },
  }
}

function forUndici({ connect }: Connector): buildConnector.connector {
  return ({ protocol, hostname, port }, callback) => {
    const secure = protocol === 'https:'
    connect({ host: hostname, port: Number(port) || (secure ? 443 : 80) }, secure).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

async function exchange(route: Route, request: HttpRequest, url: URL, stop: AbortSignal): Promise<HttpReply> {
  const { statusCode, headers, body } = await route.dispatcher.request({
    origin: url.origin,
    // As written, not as `URL` would rewrite it: these are the bytes that were signed.
    path: request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2)),
    method: request.method as Dispatcher.HttpMethod,
    headers: { ...request.headers, ...route.headers },
    body: request.body ?? null,
    signal: stop,
  })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > mostBytes) throw tooLarge(url)
    chunks.push(chunk)
  }
  const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
  const plain: Readonly<Record<string, string>> = Object.fromEntries(joined)
  return {
    status: statusCode,
    headers: plain,
    body: await unpacked(Buffer.concat(chunks), plain['content-encoding'], url),
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
