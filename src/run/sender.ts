import type { Endpoint } from '../api/endpoint.ts'
import type { Context, HttpReply, HttpRequest } from '../context.ts'

/** The way to the service for an endpoint: signed where it needs an authorized user, plain elsewhere. */
export async function openSender(
  endpoint: Endpoint,
  context: Context,
): Promise<(request: HttpRequest) => Promise<HttpReply>> {
  if (endpoint.auth) return (await import('../auth/signed-send.ts')).signedSend(context)
  const send = await context.send()
  return (request) => send(request, context.signal)
}
