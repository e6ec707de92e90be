/** The list of all field partners, which the cache keeps for a day: pages name the partner of a loan without asking again. */
import { partners } from '../commands/resources/partners.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import { readPages } from './read-pages.ts'
import type { ReadPorts } from './reading.ts'
import { firstIdOf } from './record-ids.ts'

/** The service had 300 partners in 2019, 200 on a page. */
const mostRequests = 2

/** Milliseconds. */
const longestWait = 1000

/**
 * Returns the partners by id; `undefined` if they cannot be read, since they only explain other records. Sends at most two
 * requests, none with a list of the last day.
 */
export async function keptPartners(ports: ReadPorts): Promise<ReadonlyMap<string, JsonObject> | undefined> {
  const found = new Map<string, JsonObject>()
  // Tried once, and not where the rate limit makes it wait: the page does not need it.
  const limits = { maxWait: longestWait, beforeTry: () => {} }
  const fetch: ReadPorts['fetch'] = (request, { signal }) =>
    ports.fetch(request, { signal, kept: true, limits })
  let requests = 0
  try {
    const request = { endpoint: partners.endpoints.list, values: {} }
    for await (const { records } of readPages(request, { ...ports, fetch, emit: () => {} })) {
      for (const partner of records.filter(isObject)) found.set(firstIdOf(partner, ['id']) ?? '', partner)
      requests += 1
      if (requests === mostRequests) break
    }
  } catch (error) {
    // The signal ends the run.
    if (!(error instanceof KivaError) || ports.signal.aborted) throw error
    return undefined
  }
  return found
}
