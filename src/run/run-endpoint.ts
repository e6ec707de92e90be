/** Runs one invocation of an endpoint and prints its result on stdout. Treats all endpoints alike. */
import type { EndpointInvocation } from '../cli/invocation.ts'
import { readingRequest, readPorts } from '../pipeline/reading-request.ts'
import { planRequests } from '../read/open-reading.ts'
import type { RunContext } from './make-context.ts'
import type { DeliveryObserver } from './print/delivery-observer.ts'
import { printRecords } from './print/print-records.ts'

/**
 * Runs an invocation and reports progress to `observer`. Throws `KivaError`; nothing has been written then,
 * unless its kind is `partial`.
 */
export async function runEndpoint(
  invocation: EndpointInvocation,
  context: RunContext,
  observer?: DeliveryObserver,
): Promise<void> {
  const { endpoint, wire, preview } = invocation
  const over = new AbortController()
  const stop = AbortSignal.any([context.signal, over.signal])
  if (context.settings.verbosity > 0)
    for (const note of invocation.notes ?? []) await context.say(`* ${note}`)
  try {
    const request = { ...(await readingRequest(invocation, context, stop)), from: observer?.from }
    const ports = readPorts(context, stop, observer?.digest)
    if (!wire && !preview) return await printRecords(invocation, request, ports, context, observer)
    const planned = planRequests(request, ports, wire?.format)
    const requests = wire ? (await import('./wire.ts')).onlyRequest(planned) : planned
    if (preview) return await (await import('./preview.ts')).printPreview(invocation, requests, context)
    await (await import('./wire.ts')).copyDocument(invocation, requests, context, stop)
    await observer?.onComplete(undefined)
  } catch (error) {
    const { catalogue, settings } = context
    const place = { catalogue, baseUrl: settings.baseUrl }
    throw (await import('../pipeline/hint-at-path.ts')).hintAtPath(error, endpoint, place)
  } finally {
    // Cancels pending requests.
    over.abort()
  }
}
