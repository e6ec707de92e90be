/**
 * The network: which way a request goes, and for how long. undici, which is costly to load, is loaded while the first
 * connection is being made.
 */
import type { ConnectionOptions } from 'node:tls'
import type { Send, Transport } from '../../ports/http.ts'
import { isLoopback } from '../../ports/origin.ts'
import { within } from '../with-timeout.ts'
import { type Connector, makeConnector, targetOf } from './connect.ts'
import type { Exchange } from './exchange.ts'
import { networkProblem, type Peer, serviceAt } from './network-problem.ts'
import { type HttpProxy, proxyFor } from './proxy.ts'

/** Opens the network. Throws `KivaError` of kind `config` for a CA file that can't be read. */
export async function openNetwork(transport: Transport): Promise<Send> {
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
    route.requests += 1
    try {
      return await within(transport.timeout, signal, (stop) => {
        stop.addEventListener('abort', () => {
          peer = route.connector.awaited()
        })
        return route.exchange(request, url, stop)
      })
    } catch (cause) {
      signal.throwIfAborted()
      throw networkProblem(cause, peer ?? serviceAt(url), transport)
    } finally {
      route.requests -= 1
      // Which request a connection is made for is not known: nobody wants it when none is left.
      if (route.requests === 0) route.connector.giveUp(new DOMException('Not wanted any more', 'AbortError'))
    }
  }
}

/** How requests get to a host. */
interface Route {
  /** Requests that are under way on it. */
  requests: number
  readonly connector: Connector
  readonly exchange: Exchange
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
  const connector = makeConnector(tls, tunnel, transport.onConnect)
  // Within this machine packing gains nothing.
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
