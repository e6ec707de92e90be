import { KivaError } from '../../errors.ts'
import type { Send, Serve } from '../../ports/http.ts'

/**
 * The way to a sandbox in this process. What would not get through a network, because the connection breaks or the
 * body cannot be unpacked, is thrown as `KivaError` of kind `network`; slowness of the way is left out.
 */
export function sendTo(handle: Serve): Send {
  return async (request, signal) => {
    signal.throwIfAborted()
    const { cutAfter, reset, padding, drip: _, ...reply } = await handle(request)
    const broken = cutAfter !== undefined || reset || padding || 'content-encoding' in reply.headers
    if (broken) throw new KivaError('network', 'The answer of the sandbox broke off')
    return request.method === 'HEAD' ? { ...reply, body: new Uint8Array() } : reply
  }
}
