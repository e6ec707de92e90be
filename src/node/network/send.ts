/**
 * Sends requests over the network: chooses the route and enforces the timeout. undici is slow to load, so it
 * is loaded while the first connection is opened.
 */

import type { ConnectionOptions } from 'node:tls'
import type { NetworkOptions, Send } from '../../core/http.ts'
import { isLoopback } from '../../core/origin.ts'
import { within } from '../with-timeout.ts'
import { type Connector, makeConnector, type Peer, serviceAt, targetOf } from './connect.ts'
import type { Exchange } from './exchange.ts'
import { networkProblem } from './network-problem.ts'
import { type HttpProxy, proxyFor } from './proxy.ts'

/** Opens the network. Throws `KivaError` of kind `config` for an unreadable CA file. */
export async function openNetwork(transport: NetworkOptions): Promise<Send> {
  // Certificates are always verified. Deleting the variable stops Node from warning that they are not.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  const ca = transport.caFile && (await (await import('./ca-file.ts')).readCaFile(transport.caFile))
  // Unless the first request comes at once, and opens its connection before this.
  setImmediate(() => void import('./exchange.ts'))
  const routes = new Map<string, Promise<Route>>()
  const routeFor = (url: URL): Promise<Route> => {
    const proxy = proxyFor(url, process.env)
    // One route for this machine, one for direct connections, and one per proxy.
    const name = `${isLoopback(url.hostname)} ${proxy?.url.href}`
    const route = routes.get(name) ?? openRoute(url, proxy, ca, transport)
    routes.set(name, route)
    return route
  }
  return async (request, signal) => {
    const url = new URL(request.url)
    const route = await routeFor(url)
    let peer: Peer | undefined
    route.requests += 1
    try {
      return await within(transport.timeout, signal, (stop) => {
        stop.addEventListener('abort', () => {
          peer = route.connector.pendingPeer()
        })
        return route.exchange(request, url, stop)
      })
    } catch (cause) {
      signal.throwIfAborted()
      throw networkProblem(cause, peer ?? serviceAt(url), transport)
    } finally {
      route.requests -= 1
      // Connections are not tied to requests: pending ones are aborted once no request remains.
      if (route.requests === 0) route.connector.giveUp(new DOMException('Not wanted any more', 'AbortError'))
    }
  }
}

/** The way that requests take to a host. */
interface Route {
  /** Number of requests under way on this route. */
  requests: number
  readonly connector: Connector
  readonly exchange: Exchange
}

async function openRoute(
  url: URL,
  proxy: HttpProxy | undefined,
  ca: string | undefined,
  transport: NetworkOptions,
): Promise<Route> {
  const here = isLoopback(url.hostname)
  const tls: ConnectionOptions = {
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    // On this machine, trust only the given authority.
    ...(ca && (here ? { ca } : await (await import('./ca-file.ts')).trustAlso(ca))),
  }
  const tunnel = proxy && (await import('./tunnel.ts')).tunnelThrough(proxy, tls, transport)
  const connector = makeConnector(tls, tunnel, transport.onConnect)
  // Compression gains nothing within this machine.
  const headers = here ? {} : { 'accept-encoding': 'gzip, deflate, br' }
  let opened: Promise<Exchange> | undefined
  const open = async (first: URL) => {
    await connector.prepare(targetOf(first), first.protocol === 'https:')
    return (await import('./exchange.ts')).openExchange(connector, headers)
  }
  return {
    requests: 0,
    connector,
    exchange: async (request, first, stop) => {
      opened ??= open(first)
      return (await opened)(request, first, stop)
    },
  }
}
