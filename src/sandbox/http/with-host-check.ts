/**
 * Answers only requests whose `Host` is this machine. Otherwise a website that points its own name at this
 * machine (DNS rebinding) could read the sandbox from its pages.
 */

import { errorCodes } from '../../api/gaps.ts'
import type { Serve } from '../../ports/http.ts'
import { loopbackAddress } from '../../ports/origin.ts'
import { quote, Refusal } from './refusal.ts'
import { replyWithRefusal } from './reply.ts'
import { splitSuffix } from './router.ts'

/**
 * `hosts` returns the allowed values of the header `Host`, such as `127.0.0.1:8443`. It is called for each
 * request.
 */
export function withHostCheck(serve: Serve, hosts: () => readonly string[]): Serve {
  return async (request) => {
    const named = request.headers['host'] ?? ''
    const allowed = hosts()
    if (allowed.includes(named.toLowerCase())) return serve(request)
    const message = `The sandbox is not ${quote(named) || 'a host without a name'}: ask for ${allowed.join(' or ')}`
    const url = new URL(`https://${allowed[0] ?? 'localhost'}/`)
    const path = request.url.replace(/[?#].*$/s, '')
    return replyWithRefusal(new Refusal(421, errorCodes.host, message), splitSuffix(path).format, url, {})
  }
}

/**
 * Returns the loopback names and addresses as the header `Host` writes them. The default port of the scheme
 * may be left out.
 */
export function loopbackHosts(scheme: 'http' | 'https', port: number): readonly string[] {
  const names = [loopbackAddress, 'localhost', '[::1]']
  const withPort = names.map((name) => `${name}:${port}`)
  return port === (scheme === 'https' ? 443 : 80) ? [...withPort, ...names] : withPort
}
