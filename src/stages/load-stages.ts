/** Turns an invocation into what the reader needs, and loads its stages. */

import { type Catalogue, listedParam } from '../api/endpoint.ts'
import type { Context } from '../core/context.ts'
import type { Format } from '../output/view.ts'
import type { ReadingRequest, ReadPorts } from '../read/reading.ts'
import type { StagePorts, Stages } from './open-stages.ts'
import { readIds, readValues } from './read-ids.ts'
import type { RecordsRequest } from './request.ts'

/**
 * Loads the stages of an invocation, and their effect on the output. Throws `KivaError` of kind `usage`, before
 * anything is sent.
 */
export async function loadStages(
  invocation: RecordsRequest,
  format: Format,
  ports: StagePorts,
  readPorts: ReadPorts,
): Promise<Stages> {
  const { jq, fields, derive, filter, mark, groups } = invocation
  if (!jq && !fields.paths && !derive && !filter && !mark && !groups && !format.needsAll)
    return { open: async () => [], renderer: (render) => render }
  return (await import('./open-stages.ts')).openStages(invocation, format, ports, readPorts)
}

/**
 * Converts an invocation to a request for the reader. `stop` ends the reading of ids.
 * Throws `KivaError` of kind `usage`.
 */
export async function readingRequest(
  invocation: RecordsRequest,
  { stdin }: Pick<Context, 'stdin'>,
  stop: AbortSignal,
): Promise<ReadingRequest> {
  const { endpoint, extra, filter, mark } = invocation
  // The limit applies to the records that filters and marks keep.
  const extent = filter || mark ? { ...invocation.extent, limit: undefined } : invocation.extent
  const listed = listedParam(endpoint)
  if (listed !== undefined) {
    const ids = readIds(invocation, listed, stdin, stop)
    return { endpoint, values: invocation.values, ids, extra, extent }
  }
  return { endpoint, values: await readValues(invocation, stdin), extra, extent }
}

interface ReadingContext extends Pick<Context, 'settings' | 'fetch' | 'emit' | 'now'> {
  readonly catalogue: Catalogue
}

/** Returns the reader's ports for a run. */
export function readPorts(
  { settings, catalogue, fetch, emit, now }: ReadingContext,
  signal: AbortSignal,
  digest?: (text: string) => string,
): ReadPorts {
  const { baseUrl, appId } = settings
  return { baseUrl, appId, catalogue, fetch, emit, signal, now, digest }
}
