/** The records of an invocation, from the first request to the closing words. */
import { listedParam, typeOf } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { formatOf } from '../../output/formats.ts'
import type { RunContext } from '../make-context.ts'
import { type Fetch, type ReadPage, readPages } from '../pages.ts'
import type { Plan } from '../plan.ts'
import { shapingOf } from '../shape/shaping.ts'
import { readProgress } from '../terminal/read-progress.ts'
import { deliver } from './deliver.ts'
import { Delivery } from './delivery.ts'
import type { DeliveryObserver } from './delivery-observer.ts'
import { OmittedFields } from './omitted-fields.ts'
import { asPartial } from './partial.ts'
import { printSummary } from './summary.ts'
import { viewOf } from './view.ts'

/** Where an earlier run had read all, and ended before it could say so. */
const nothingLeft: ReadPage = { records: [], single: false, paging: undefined, headers: {} }

/** Reads, shapes and prints them. Throws `KivaError`, of kind `partial` once some have been written. */
export async function printRecords(
  invocation: EndpointInvocation,
  plan: Plan,
  fetch: Fetch,
  stop: AbortSignal,
  context: RunContext,
  ledger: DeliveryObserver | undefined,
): Promise<void> {
  const { endpoint, extent } = invocation
  const { stdout, settings, progress } = context
  const began = context.now()
  const shaping = await shapingOf(invocation, context)
  const pages = shaping.pages(readPages(plan, { ...extent, endpoint, fetch, stop, now: context.now }))
  // The first page is there before the first byte is written: a failure leaves stdout empty.
  const { value: first = nothingLeft } = await pages.next()
  if (first.note) await context.say(first.note)
  await shaping.check(first)
  if (invocation.detail.language !== undefined)
    (await import('./check-language.ts')).checkLanguage(first.records, invocation.detail.language)
  const format = formatOf(settings.output)
  // Of records that were asked for by id, none comes twice by itself.
  const { idFields = [] } = listedParam(endpoint) === undefined ? typeOf(endpoint) : {}
  const pictures =
    context.pictureBuffer &&
    (await import('../pictures/open-pictures.ts')).openPictures(context.pictureBuffer, context, stop)
  const delivery = new Delivery(first, idFields, ledger?.from)
  const unshown = new OmittedFields()
  const view = {
    ...viewOf(invocation, first.single, context),
    continued: delivery.delivered > 0,
    pictures: pictures?.add,
    csvSafe: invocation.fields.csvSafe,
    onUnshown: (name: string) => unshown.add(name),
  }
  const drawing = {
    render: shaping.render(await format.load(), format),
    view: shaping.view(view),
    limit: extent.limit,
  }
  const write = async (chunk: string | Uint8Array) => {
    await stdout.write(chunk, format.destination)
    progress.wrote(chunk)
  }
  progress.follow(() => readProgress(plan, delivery, format.needsAll ? delivery.taken : delivery.delivered))
  try {
    await deliver(pages, delivery, drawing, {
      write,
      onPage: async (page) => ledger?.onPage(page, delivery),
    })
    await ledger?.onWhole(delivery)
  } catch (error) {
    throw ledger?.stays === false ? error : asPartial(error, delivery.delivered)
  }
  await unshown.tell(context)
  const effort = { requests: progress.requests, milliseconds: context.now() - began }
  await pictures?.sayWhatIsMissing()
  await printSummary(invocation, delivery, effort, context)
}
