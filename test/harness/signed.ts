import { signedSend } from '../../src/auth/signing/signed-send.ts'
import type { Context } from '../../src/context.ts'
import type { HttpReply, HttpRequest } from '../../src/ports/http.ts'

/** Signed requests over the `fetch` of a context, given up with its signal unless another is named. */
export async function signedFetch(
  context: Context,
): Promise<(request: HttpRequest, signal?: AbortSignal) => Promise<HttpReply>> {
  const send = await signedSend(context, (request, signal) => context.fetch(request, { signal }))
  return (request, signal = context.signal) => send(request, signal)
}
