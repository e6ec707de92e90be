/** The endpoint runner: one invocation of an endpoint to its answer on stdout. No endpoint is special here. */
import type { Catalogue } from '../api/endpoint.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { RunContext } from './make-context.ts'
import type { Fetch } from './pages.ts'
import { planReading } from './plan.ts'
import type { DeliveryObserver } from './print/delivery-observer.ts'
import { printRecords } from './print/print-records.ts'
import { copyDocument } from './wire.ts'

/**
 * Runs an invocation; `ledger` is told how far it comes. Throws `KivaError`; nothing has been written then, unless its
 * kind is `partial`.
 */
export async function runEndpoint(
  invocation: EndpointInvocation,
  context: RunContext,
  catalogue: Catalogue,
  ledger?: DeliveryObserver,
): Promise<void> {
  const over = new AbortController()
  const stop = AbortSignal.any([context.signal, over.signal])
  try {
    const plan = await planReading(invocation, context.settings, context.stdin, catalogue, stop, ledger)
    if (invocation.preview)
      return await (await import('./preview.ts')).printPreview(invocation, plan, context)
    const fetch = fetchFor(invocation, context)
    if (invocation.wire && plan.opening) {
      await copyDocument(await fetch(plan.opening, stop), context)
      await ledger?.onWhole(undefined)
    } else await printRecords(invocation, plan, fetch, stop, context, ledger)
  } catch (error) {
    if (invocation.endpoint.returns !== undefined) throw error
    throw (await import('./hint-at-path.ts')).hintAtPath(error, invocation.endpoint.path, catalogue)
  } finally {
    // Whatever is still being read is not wanted any more.
    over.abort()
  }
}

/** Requests of one reading: signed where the endpoint needs it, and patient from the second one on. */
function fetchFor({ endpoint, extent }: EndpointInvocation, { fetch }: RunContext): Fetch {
  let requests = 0
  return (request, signal) => {
    requests += 1
    const retry = extent.all || requests > 1 ? 'patient' : 'quick'
    return fetch(request, { signal, retry, signed: endpoint.auth === true })
  }
}
