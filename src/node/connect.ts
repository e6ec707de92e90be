/** Connections to a host, straight or through a proxy, each of which can be given up before it stands. */
import { once } from 'node:events'
import { connect as connectPlainly, isIP, type Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { Peer } from './network-problem.ts'

export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
}

/** A proxy to go through. */
export interface Tunnel {
  /** Who is waited for, while it has not led to the host yet. */
  readonly peer: Peer
  /** A connection through it. Throws `KivaError`, or the reason of `stop`. */
  open(target: Target, stop: AbortSignal): Promise<Socket>
}

export interface Connector {
  /** Connects, and agrees on TLS where that is asked for. Throws `KivaError`, and errors of sockets. */
  connect(target: Target, secure: boolean): Promise<Socket>
  /** The proxy, while a connection waits for it. */
  awaited(): Peer | undefined
  /** Ends with this reason what is still being connected. */
  giveUp(reason: unknown): void
}

/** Connects with these settings of TLS, and where there is a `tunnel`, through it. */
export function makeConnector(tls: ConnectionOptions, tunnel?: Tunnel): Connector {
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

  async function open(target: Target, secure: boolean, stop: AbortSignal): Promise<Socket> {
    const socket = tunnel && (await ask(tunnel, target, stop))
    if (!secure) return socket ?? ready(connectPlainly(target), 'connect', stop)
    // Not imported above: plain HTTP needs none of it.
    const { connect } = process.getBuiltinModule('node:tls')
    const name = isIP(target.host) ? {} : { servername: target.host }
    return ready(connect({ ...tls, ...target, ...name, ...(socket && { socket }) }), 'secureConnect', stop)
  }

  return {
    async connect(target, secure) {
      const stop = new AbortController()
      opening.add(stop)
      try {
        return await open(target, secure, stop.signal)
      } finally {
        opening.delete(stop)
      }
    },
    awaited: () => (asking > 0 ? tunnel?.peer : undefined),
    giveUp: (reason) => {
      for (const stop of opening) stop.abort(reason)
    },
  }
}

async function ready(socket: Socket, event: 'connect' | 'secureConnect', stop: AbortSignal): Promise<Socket> {
  stop.addEventListener('abort', () => socket.destroy(stop.reason), { once: true })
  // An error between this and the listeners of who uses it must not be nobody's.
  socket.on('error', () => {})
  await once(socket, event)
  return socket.setNoDelay(true).setKeepAlive(true, 60_000)
}
