import { signedSend } from '../../src/auth/signed-send.ts'
import type { Context } from '../../src/core/context.ts'
import type { HttpReply, HttpRequest } from '../../src/core/http.ts'

/** Returns a function that sends signed requests with the `fetch` and, by default, signal of a context. */
export async function signedFetch(
  context: Context,
): Promise<(request: HttpRequest, signal?: AbortSignal) => Promise<HttpReply>> {
  const send = await signedSend(context, (request, signal) => context.fetch(request, { signal }))
  return (request, signal = context.signal) => send(request, signal)
}
