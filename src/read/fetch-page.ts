import { decodeReply, type Page } from '../api/wire/reply.ts'
import type { FetchOptions, HttpRequest } from '../ports/http.ts'
import type { EarlyEnd } from './page-numbers.ts'
import type { ReadingRequest, ReadPorts } from './reading.ts'
import type { Id } from './record-ids.ts'

/** A page as the service sent it, with its position. */
export interface RawPage extends Page {
  readonly number?: number | undefined
  readonly lastPage?: number | undefined
  readonly next?: number | undefined
  readonly ids?: readonly Id[] | undefined
  readonly missing?: readonly Id[] | undefined
  readonly end?: EarlyEnd | undefined
  readonly hasGap?: boolean | undefined
}

/** Sends a request and decodes its reply. Throws `KivaError`. */
export type FetchPage = (request: HttpRequest) => Promise<Page>

/**
 * Returns the function that fetches pages, signed if the endpoint needs it. Timeouts are retried from the
 * second request on, with `--all` from the first.
 */
export function makeFetchPage({ endpoint, extent, once }: ReadingRequest, ports: ReadPorts): FetchPage {
  const { fetch, signal, now } = ports
  const signed = endpoint.auth === true
  let requests = 0
  return async (request) => {
    requests += 1
    const retry: FetchOptions['retry'] = extent.all || requests > 1 ? 'patient' : 'quick'
    const how = once ? { signal, signed } : { signal, signed, retry }
    return decodeReply(endpoint, await fetch(request, how), now())
  }
}
