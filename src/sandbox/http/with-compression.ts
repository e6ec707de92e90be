import { gzipSync } from 'node:zlib'
import type { Serve } from '../../ports/http.ts'

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
