/** The endpoint runner: one invocation of an endpoint to its answer on stdout. No endpoint is special here. */
import { type Catalogue, listedParam } from '../api/endpoint.ts'
import { recordTypeOf } from '../api/record-types.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { formats } from '../output/formats.ts'
import { sayClosingWords } from './closing-words.ts'
import type { RunContext } from './context.ts'
import { copyDocument } from './copy-document.ts'
import { cutShort } from './cut-short.ts'
import { deliver } from './deliver.ts'
import { Delivery } from './delivery.ts'
import { howFar } from './how-far.ts'
import type { Ledger } from './ledger.ts'
import { type Fetch, type ReadPage, readPages } from './pages.ts'
import { type Plan, planReading } from './plan.ts'
import { withRetries } from './retry.ts'
import { viewOf } from './view.ts'

/**
 * Runs an invocation; `ledger` is told how far it comes. Throws `KivaError`; nothing has been written then, unless its
 * kind is `partial`.
 */
export async function runEndpoint(
  invocation: EndpointInvocation,
  context: RunContext,
  catalogue: Catalogue,
  ledger?: Ledger,
): Promise<void> {
  const over = new AbortController()
  const stop = AbortSignal.any([context.signal, over.signal])
  try {
    const plan = await planReading(invocation, context.settings, context.stdin, catalogue, stop, ledger)
    if (invocation.preview)
      return await (await import('./preview.ts')).printPreview(invocation, plan, context)
    const fetch = await openFetch(invocation, context)
    if (invocation.wire && plan.opening) {
      await copyDocument(await fetch(plan.opening, stop), context)
      await ledger?.onWhole(undefined)
    } else await printRecords(invocation, plan, fetch, stop, context, ledger)
  } finally {
    // Whatever is still being read is not wanted any more.
    over.abort()
  }
}

/** The way to the service: signed, at each try anew, where the endpoint needs an authorized user; plain elsewhere. */
async function openFetch({ endpoint, reading }: EndpointInvocation, context: RunContext): Promise<Fetch> {
  const fetch = endpoint.auth
    ? await (await import('../auth/signed-send.ts')).signedSend(context)
    : await context.send()
  return withRetries(fetch, context, { concurrency: reading.concurrency, patient: reading.all })
}

/** Where an earlier run had read all, and ended before it could say so. */
const nothingLeft: ReadPage = { records: [], single: false, paging: undefined, headers: {} }

async function printRecords(
  invocation: EndpointInvocation,
  plan: Plan,
  fetch: Fetch,
  stop: AbortSignal,
  context: RunContext,
  ledger: Ledger | undefined,
): Promise<void> {
  const { endpoint, reading } = invocation
  const { stdout, settings, progress } = context
  const began = context.now()
  const pages = readPages(plan, { ...reading, endpoint, fetch, stop, now: context.now })
  // The first page is there before the first byte is written: a failure leaves stdout empty.
  const { value: first = nothingLeft } = await pages.next()
  if (first.note) await context.say(first.note)
  const { load, destination } = formats[settings.output]
  // Of records that were asked for by id, none comes twice by itself.
  const { idFields = [] } = listedParam(endpoint) === undefined ? recordTypeOf(endpoint.returns) : {}
  const delivery = new Delivery(first, idFields, ledger?.from)
  const drawing = {
    render: await load(),
    view: { ...viewOf(endpoint, first.single, context), continued: delivery.delivered > 0 },
    limit: reading.limit,
  }
  const write = async (text: string) => {
    await stdout.write(text, destination)
    progress.wrote(text)
  }
  progress.follow(() => howFar(plan, delivery))
  try {
    await deliver(pages, delivery, drawing, {
      write,
      onPage: async (page) => ledger?.onPage(page, delivery),
    })
    await ledger?.onWhole(delivery)
  } catch (error) {
    throw ledger?.stays === false ? error : cutShort(error, delivery.delivered)
  }
  const effort = { requests: progress.requests, milliseconds: context.now() - began }
  await sayClosingWords(invocation, delivery, effort, context)
}
