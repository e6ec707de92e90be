/** Opens tunnels through an HTTP proxy with CONNECT (RFC 9110 §9.3.6). Loaded only if there is a proxy. */
import { once } from 'node:events'
import { type ClientRequest, request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { KivaError } from '../../core/errors.ts'
import type { NetworkOptions } from '../../core/http.ts'
import { authorityOf, type Tunnel } from './connect.ts'
import { networkProblem } from './network-problem.ts'
import type { HttpProxy } from './proxy.ts'

/** Returns the tunnel through this proxy. `tls` applies to a proxy that is itself reached over TLS. */
export function tunnelThrough(proxy: HttpProxy, tls: ConnectionOptions, transport: NetworkOptions): Tunnel {
  const name = `the proxy ${proxy.url.origin} (${proxy.variable})`
  const peer = { name, setting: proxy.variable, isHere: false }
  return {
    peer,
    async open(target, stop) {
      const authority = authorityOf(target)
      const request = requestTo(proxy, authority, tls)
      stop.addEventListener('abort', () => request.destroy(stop.reason), { once: true })
      request.end()
      const [reply, socket] = await once(request, 'connect').catch((cause: unknown) => {
        throw networkProblem(cause, peer, transport)
      })
      // The tunnel's user handles later errors.
      socket.on('error', () => {})
      if (reply.statusCode >= 200 && reply.statusCode < 300) return socket
      socket.destroy()
      const [what, hint] = refusal(reply.statusCode, authority, proxy)
      throw new KivaError('network', `${peer.name} ${what} (${reply.statusCode})`, { hint })
    },
  }
}

function requestTo(
  { url, authorization }: HttpProxy,
  authority: string,
  tls: ConnectionOptions,
): ClientRequest {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const options = {
    method: 'CONNECT',
    host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: authority,
    headers: {
      host: authority,
      connection: 'keep-alive',
      ...(authorization && { 'proxy-authorization': authorization }),
    },
    agent: false,
  } as const
  if (url.protocol === 'http:') return requestPlainly(options)
  // Without a server name, Node would use the host header's name, which is the service's.
  return requestSecurely({ ...tls, ...options, servername: isIP(host) ? '' : host })
}

/** Returns what happened and how to fix it. The proxy refused, so the request has not reached the service. */
function refusal(
  status: number,
  authority: string,
  { variable, authorization }: HttpProxy,
): [string, string] {
  if (status === 407) {
    const what = authorization ? 'rejects the user name and password' : 'requires a user name and password'
    return [what, `Set them, percent-encoded, in ${variable}: http://USER:PASSWORD@HOST:PORT`]
  }
  return status >= 500
    ? [`cannot reach ${authority}`, `Try again. If it fails again, check --base-url and ${variable}.`]
    : [`refuses to connect to ${authority}`, `Ask its operator, or list hosts to reach directly in NO_PROXY.`]
}
