/** Odd servers on loopback, for one test each. `closeServers` closes them with all open connections. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import type { Duplex } from 'node:stream'
import { connectionsTo } from './sockets.ts'
import { until } from './until.ts'

const opened: { readonly server: Server; readonly sockets: Set<Socket> }[] = []

/** Starts to listen. Returns the port. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('close', () => sockets.delete(socket))
  })
  opened.push({ server, sockets })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const closers: (() => void)[] = []

/** Registers a callback that `closeServers` calls. */
export const onClose = (close: () => void) => void closers.push(close)

/** For `afterEach`, or for `afterAll` if the tests of a file run concurrently. */
export async function closeServers(): Promise<void> {
  for (const close of closers.splice(0)) close()
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

export const serveHttp = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createHttpServer(listener))}`

/** Starts an HTTPS server. Returns its port. */
export const serveHttps = (options: ServerOptions, listener: RequestListener) =>
  listening(createHttpsServer(options, listener).on('tlsClientError', () => {}))

/** Starts a TCP server. `reached` resolves when it receives data. */
export async function serveSockets(
  meet: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly reached: Promise<void> }> {
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const server = createTcpServer((socket) => {
    socket.once('data', reach)
    meet(socket)
  })
  return { port: await listening(server), reached }
}

/** Starts a server that sends these bytes to each client and closes. Without bytes it never replies. */
export const serveBytes = (bytes?: string) =>
  serveSockets((socket) => {
    if (bytes !== undefined) socket.end(bytes, () => socket.destroySoon())
  })

/**
 * Starts a process with a full connection queue, and stops it: new connections wait. `reached` resolves when one
 * more waits.
 */
export async function fullPort(): Promise<{ readonly port: number; readonly reached: Promise<void> }> {
  const program =
    'const s = require("net").createServer().listen(0, "127.0.0.1", 1, () => process.stdout.write(String(s.address().port)))'
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  const port = Number(line)
  const fillers: Socket[] = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  let isClosed = false
  onClose(() => {
    isClosed = true
    child.kill('SIGKILL')
    for (const filler of fillers) filler.destroy()
  })
  await Promise.all(fillers.slice(0, 2).map((filler) => filler.connecting && once(filler, 'connect')))
  const own = new Set<string>()
  await until('all fillers are connections', () => {
    for (const { from } of connectionsTo(port)) own.add(from)
    return own.size >= fillers.length
  })
  const waits = () => connectionsTo(port).some(({ from, isBeingMade }) => isBeingMade && !own.has(from))
  const reached = until('one more waits', () => isClosed || waits())
  return { port, reached }
}

export interface RunningProxy {
  readonly port: number
  /** The requests: `<host>:<port>` of each CONNECT, and method and address of the others. */
  readonly asked: string[]
  /** `proxy-authorization` of each CONNECT. */
  readonly users: (string | undefined)[]
  readonly reached: Promise<void>
}

/** Starts an HTTP proxy that connects every tunnel to one port, replies with a status, or never replies. */
export async function startProxy(
  how: { readonly to: number } | { readonly status: number } | 'silent',
  tls?: ServerOptions,
): Promise<RunningProxy> {
  const asked: string[] = []
  const users: (string | undefined)[] = []
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const plain: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(501).end()
  }
  const server = tls ? createHttpsServer(tls, plain) : createHttpServer(plain)
  server.on('connect', (request, client: Duplex) => {
    asked.push(request.url ?? '')
    users.push(request.headers['proxy-authorization'])
    reach()
    client.on('error', () => {})
    if (how === 'silent') return
    if ('status' in how) return void client.end(`HTTP/1.1 ${how.status} No\r\ncontent-length: 2\r\n\r\nno`)
    const through = connect(how.to, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    through.on('error', () => client.destroy())
    through.pipe(client).pipe(through)
  })
  return { port: await listening(server), asked, users, reached }
}
