/** Opens connections to a host, directly or through a proxy. Pending connections can be aborted. */
import { once } from 'node:events'
import { connect as connectPlainly, isIP, type Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { oneLine } from '../../core/foreign-text.ts'
import type { NetworkOptions } from '../../core/http.ts'
import { isLoopback } from '../../core/origin.ts'

interface Target {
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
}

/** Returns the host and port of an address, with the scheme's default port. */
export function targetOf({ protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>): Target {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  }
}

/** Formats a target as requests name it: an IPv6 address gets brackets. */
export const authorityOf = ({ host, port }: Target) => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** The other end of a connection. */
export interface Peer {
  /** The name within a sentence: a host, or `the proxy …`. */
  readonly name: string
  /** The option or variable that sets its address. */
  readonly setting: string
  /** Whether it is a service on this machine, for which --ca-file has the only authorities. */
  readonly isHere: boolean
}

/** Returns the service at an address as a peer. */
export const serviceAt = ({ host, hostname }: URL): Peer => ({
  name: oneLine(host),
  setting: '--base-url',
  isHere: isLoopback(hostname),
})

/** A tunnel through a proxy. */
export interface Tunnel {
  /** The proxy, as error messages name it while no host is connected yet. */
  readonly peer: Peer
  /** Opens a connection through the proxy. Throws `KivaError`, or the reason of `stop`. */
  open(target: Target, stop: AbortSignal): Promise<Socket>
}

export interface Connector {
  /**
   * Starts connecting, and resolves once this is under way.
   * The next `connect` gets this connection or its failure.
   */
  prepare(target: Target, secure: boolean): Promise<void>
  /** Connects, with a TLS handshake if `secure`. Throws `KivaError`, and errors of sockets. */
  connect(target: Target, secure: boolean): Promise<Socket>
  /** The proxy, while a connection waits for it. */
  pendingPeer(): Peer | undefined
  /** Aborts all pending connections with this reason. */
  giveUp(reason: unknown): void
}

/** Makes a connector with these TLS options. With a `tunnel`, all connections go through it. */
export function makeConnector(
  tls: ConnectionOptions,
  tunnel?: Tunnel,
  onConnect?: NetworkOptions['onConnect'],
): Connector {
  const opening = new Set<AbortController>()
  let pending = 0

  async function ask({ open }: Tunnel, target: Target, stop: AbortSignal): Promise<Socket> {
    pending += 1
    try {
      return await open(target, stop)
    } finally {
      pending -= 1
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
    // The failure is reported below.
    connected.catch(() => {})
    // After this turn the connection is under way, so loading the following code overlaps with the wait for
    // the host.
    await turn()
    if (!secure) {
      onBegun()
      return connected
    }
    // A static import would load TLS for plain HTTP too.
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
      // Wakes `prepare` after a failed start too.
      onBegun()
    }
  }

  const prepared = new Map<string, Promise<Socket>>()
  const nameOf = ({ host, port }: Target, secure: boolean) => `${secure ? 'tls' : 'tcp'} ${host} ${port}`

  return {
    prepare(target, secure) {
      return new Promise((resolve) => {
        const socket = connect(target, secure, resolve)
        // The next `connect` reports the failure.
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
    pendingPeer: () => (pending > 0 ? tunnel?.peer : undefined),
    giveUp: (reason) => {
      for (const stop of opening) stop.abort(reason)
    },
  }
}

/** Resolves after the current work has ended and the system calls that it requested have started. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function ready(socket: Socket, event: 'connect' | 'secureConnect', stop: AbortSignal): Promise<Socket> {
  stop.addEventListener('abort', () => socket.destroy(stop.reason), { once: true })
  // Catches an error that comes before the next owner adds a listener.
  socket.on('error', () => {})
  await once(socket, event)
  return socket.setNoDelay(true).setKeepAlive(true, 60_000)
}
