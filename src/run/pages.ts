/**
 * The pages of an invocation, one after the other. One page for now, but for lists of ids longer than the service
 * takes: they are asked for in chunks. Reading on to the last page belongs here too.
 */
import type { AnyEndpoint } from '../api/endpoint.ts'
import { decodeReply, type Page } from '../api/reply.ts'
import type { HttpReply, HttpRequest } from '../context.ts'
import { KivaError } from '../errors.ts'

/** Sends a request, signed where the endpoint needs it. Whatever tries again wraps this, so that it signs again. */
export type Fetch = (request: HttpRequest) => Promise<HttpReply>

/** Reads the pages, each asked for when it is wanted. `now` in milliseconds. Throws `KivaError`. */
export async function* readPages(
  endpoint: Pick<AnyEndpoint, 'returns'>,
  requests: readonly HttpRequest[],
  fetch: Fetch,
  now: () => number,
): AsyncGenerator<Page, void> {
  let unknown: KivaError | undefined
  let found = false
  for (const request of requests) {
    try {
      yield decodeReply(endpoint, await fetch(request), now())
      found = true
    } catch (error) {
      // None of this chunk's ids exists; those of another chunk may.
      if (!(error instanceof KivaError && error.status === 404)) throw error
      unknown = error
    }
  }
  if (!found && unknown) throw unknown
}
