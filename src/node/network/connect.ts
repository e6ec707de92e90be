/** Connections to a host, straight or through a proxy, each of which can be given up before it stands. */
import { once } from 'node:events'
import { connect as connectPlainly, isIP, type Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { Transport } from '../../ports/http.ts'
import type { Peer } from './network-problem.ts'

export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
}

/** Where an address leads; its own port or that of its scheme. */
export function targetOf({ protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>): Target {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  }
}

/** A target as requests name it: an IPv6 address has brackets. */
export const authorityOf = ({ host, port }: Target) => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** A proxy to go through. */
export interface Tunnel {
  /** Who is waited for, while it has not led to the host yet. */
  readonly peer: Peer
  /** A connection through it. Throws `KivaError`, or the reason of `stop`. */
  open(target: Target, stop: AbortSignal): Promise<Socket>
}

export interface Connector {
  /** Begins to connect: the next `connect` gets this connection, whatever has become of it. Resolves when it is under way. */
  prepare(target: Target, secure: boolean): Promise<void>
  /** Connects, and agrees on TLS where that is asked for. Throws `KivaError`, and errors of sockets. */
  connect(target: Target, secure: boolean): Promise<Socket>
  /** The proxy, while a connection waits for it. */
  awaited(): Peer | undefined
  /** Ends with this reason what is still being connected. */
  giveUp(reason: unknown): void
}

/** Connects with these settings of TLS, and where there is a `tunnel`, through it. */
export function makeConnector(
  tls: ConnectionOptions,
  tunnel?: Tunnel,
  onConnect?: Transport['onConnect'],
): Connector {
  const opening = new Set<AbortController>()
  let asking = 0

  async function ask({ open }: Tunnel, target: Target, stop: AbortSignal): Promise<Socket> {
    asking += 1
    try {
      return await open(target, stop)
    } finally {
      asking -= 1
    }
  }

  async function open(
    target: Target,
    secure: boolean,
    stop: AbortSignal,
    onBegun: () => void,
  ): Promise<Socket> {
    const plain = tunnel ? await ask(tunnel, target, stop) : connectPlainly(target)
    const connected = tunnel ? Promise.resolve(plain) : ready(plain, 'connect', stop)
    // Its failure is told below, wherever it is noticed.
    connected.catch(() => {})
    // Only now the system is asked for the connection: then what follows takes its time while the host answers.
    await turn()
    if (!secure) {
      onBegun()
      return connected
    }
    // Not imported above: plain HTTP needs none of it.
    const { connect } = process.getBuiltinModule('node:tls')
    const name = isIP(target.host) ? {} : { servername: target.host }
    const socket = connect({ ...tls, ...target, ...name, socket: plain })
    connected.catch((error) => socket.destroy(error))
    onBegun()
    return ready(socket, 'secureConnect', stop)
  }

  async function connect(target: Target, secure: boolean, onBegun = () => {}): Promise<Socket> {
    const stop = new AbortController()
    opening.add(stop)
    const began = Date.now()
    try {
      const socket = await open(target, secure, stop.signal, onBegun)
      onConnect?.(authorityOf(target), Date.now() - began)
      return socket
    } finally {
      opening.delete(stop)
      // Nobody should wait for what has failed to begin.
      onBegun()
    }
  }

  const prepared = new Map<string, Promise<Socket>>()
  const nameOf = ({ host, port }: Target, secure: boolean) => `${secure ? 'tls' : 'tcp'} ${host} ${port}`

  return {
    prepare(target, secure) {
      return new Promise((resolve) => {
        const socket = connect(target, secure, resolve)
        // Its failure is for whoever takes it.
        socket.catch(() => {})
        prepared.set(nameOf(target, secure), socket)
      })
    },
    connect(target, secure) {
      const name = nameOf(target, secure)
      const ready = prepared.get(name)
      prepared.delete(name)
      return ready ?? connect(target, secure)
    },
    awaited: () => (asking > 0 ? tunnel?.peer : undefined),
    giveUp: (reason) => {
      for (const stop of opening) stop.abort(reason)
    },
  }
}

/** Until what runs now has ended, and what it asked of the system is under way. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function ready(socket: Socket, event: 'connect' | 'secureConnect', stop: AbortSignal): Promise<Socket> {
  stop.addEventListener('abort', () => socket.destroy(stop.reason), { once: true })
  // An error between this and the listeners of who uses it must not be nobody's.
  socket.on('error', () => {})
  await once(socket, event)
  return socket.setNoDelay(true).setKeepAlive(true, 60_000)
}
