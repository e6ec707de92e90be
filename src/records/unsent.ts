/** The HTTP requests of a request for records, without sending them: for previews, and for documents of the service. */
import type { WireFormat } from '../api/endpoint.ts'
import type { HttpRequest } from '../core/http.ts'
import { type RecordsContext, readingRequest, readPorts, withIdsToFind } from './open.ts'
import { planReading } from './plan.ts'
import type { PlanPorts, ReadingRequest } from './reading.ts'
import type { RecordsRequest } from './request.ts'

/**
 * Yields the HTTP requests of a request for records without sending them: the first page of a list, or every chunk of
 * ids. Throws `KivaError` of kind `usage`.
 */
export async function* planRecords(
  typed: RecordsRequest,
  context: RecordsContext,
  format?: WireFormat,
): AsyncGenerator<HttpRequest, void> {
  const request = await withIdsToFind(typed, context)
  yield* planRequests(await readingRequest(request, context), readPorts(context, context.signal), format)
}

/** Yields the requests of a reading without sending them: the first page of a list, or every chunk of ids. */
export async function* planRequests(
  request: ReadingRequest,
  ports: PlanPorts,
  format?: WireFormat,
): AsyncGenerator<HttpRequest, void> {
  const plan = await planReading(request, ports, format)
  if (plan.kind === 'pages') return yield plan.request(plan.first)
  for (let chunk = await plan.chunks.next(); !chunk.done; chunk = await plan.chunks.next())
    yield chunk.value.request
}
