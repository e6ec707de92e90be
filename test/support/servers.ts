/** Servers on loopback for one test each: made to be odd, and closed by `closeServers` whatever holds them open. */
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

const opened: { readonly server: Server; readonly sockets: Set<Socket> }[] = []

/** Listens; the port. */
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

/** What else is to be closed with the servers. */
export const onClose = (close: () => void) => void closers.push(close)

/** For `afterEach`; for `afterAll` where tests of a file run at once. */
export async function closeServers(): Promise<void> {
  for (const close of closers.splice(0)) close()
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

export const serveHttp = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createHttpServer(listener))}`

/** The port of a service over TLS; what it is asked comes to `listener`. */
export const serveHttps = (options: ServerOptions, listener: RequestListener) =>
  listening(createHttpsServer(options, listener).on('tlsClientError', () => {}))

/** A server of bare connections; `reached` when it has heard something. */
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

/** A server that says these bytes whatever it hears, and hangs up; without any it is silent for ever. */
export const serveBytes = (bytes?: string) =>
  serveSockets((socket) => {
    if (bytes !== undefined) socket.end(bytes, () => socket.destroySoon())
  })

/** A port whose queue is full, of a process that stands still: who connects waits. */
export async function fullPort(): Promise<number> {
  const program =
    'const s = require("net").createServer().listen(0, "127.0.0.1", 1, () => process.stdout.write(String(s.address().port)))'
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  const port = Number(line)
  const fillers: Socket[] = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  onClose(() => {
    child.kill('SIGKILL')
    for (const filler of fillers) filler.destroy()
  })
  await Promise.all(fillers.slice(0, 2).map((filler) => filler.connecting && once(filler, 'connect')))
  return port
}

export interface RunningProxy {
  readonly port: number
  /** What was asked for: `<host>:<port>` of each CONNECT, other methods before their address. */
  readonly asked: string[]
  /** `proxy-authorization` of each. */
  readonly users: (string | undefined)[]
  readonly reached: Promise<void>
}

/** An HTTP proxy that leads every tunnel to one port; or answers with a status; or never. */
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
