import { KivaError } from '../../errors.ts'
import type { Send, Serve } from '../../ports/http.ts'

/**
 * Returns a `Send` that calls a sandbox in this process. Throws `KivaError` of kind `network` where a real
 * network would fail: the connection breaks or the body cannot be decompressed. Slow transfers are not
 * simulated.
 */
export function sendTo(handle: Serve): Send {
  return async (request, signal) => {
    signal.throwIfAborted()
    const { cutAfter, reset, padding, drip: _, ...reply } = await handle(request)
    const broken = cutAfter !== undefined || reset || padding || 'content-encoding' in reply.headers
    if (broken)
      throw new KivaError('network', 'the sandbox closed the connection before the response was complete')
    return request.method === 'HEAD' ? { ...reply, body: new Uint8Array() } : reply
  }
}
