/** What stands between the socket and the sandbox: the check of the header `Host`, and compression. */
import { gzipSync } from 'node:zlib'
import { errorCodes } from '../../api/gaps.ts'
import type { Serve } from '../../core/http.ts'
import { loopbackAddress } from '../../core/origin.ts'
import { sandboxSite } from '../site.ts'
import { quote, Refusal } from './refusal.ts'
import { replyWithRefusal } from './reply.ts'
import { splitSuffix } from './router.ts'

/**
 * Answers only requests whose `Host` is this machine. Otherwise a website that points its own name at this machine (DNS
 * rebinding) could read the sandbox from its pages. `hosts` returns the allowed values of the header, such as
 * `127.0.0.1:8443`. It is called for each request.
 */
export function withHostCheck(serve: Serve, hosts: () => readonly string[]): Serve {
  return async (request) => {
    const named = request.headers['host'] ?? ''
    const allowed = hosts()
    if (allowed.includes(named.toLowerCase())) return serve(request)
    const message = `The sandbox is not ${quote(named) || 'a host without a name'}: ask for ${allowed.join(' or ')}`
    const url = new URL(`https://${allowed[0] ?? 'localhost'}/`)
    const path = request.url.replace(/[?#].*$/s, '')
    return replyWithRefusal(
      new Refusal(421, errorCodes.host, message),
      splitSuffix(path).format,
      url,
      sandboxSite,
    )
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

/** Bytes. Compression does not help smaller bodies. */
const minBytes = 1024

/**
 * Compresses the replies of `serve` for clients that accept gzip, unless a reply is small, padded, already
 * encoded, or an image. A body that is to be cut is still cut in the middle.
 */
export function withCompression(serve: Serve): Serve {
  return async (request) => {
    const reply = await serve(request)
    const { headers: heads, padding } = reply
    const packed = heads['content-type']?.startsWith('image/') === true || 'content-encoding' in heads
    if (packed || padding || !accepts(request.headers['accept-encoding']) || reply.body.length < minBytes)
      return reply
    const body = new Uint8Array(gzipSync(reply.body))
    const headers = { ...reply.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' }
    const cut = reply.cutAfter === undefined ? {} : { cutAfter: Math.floor(body.length / 2) }
    return { ...reply, headers, body, ...cut }
  }
}

/** Whether the client accepts gzip. `gzip;q=0` rejects it (RFC 9110 §12.5.3). */
function accepts(header = ''): boolean {
  const codings = header.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/),
  )
  return codings.some(([name, weight]) => (name === 'gzip' || name === '*') && Number(weight ?? 1) > 0)
}
