/** Prints the records of an invocation, from the first request to the summary. */
import { typeOf } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Context } from '../../core/context.ts'
import { sentence, summarizeNames } from '../../core/foreign-text.ts'
import { lazy } from '../../core/lazy.ts'
import { counted } from '../../core/numbers.ts'
import { documentOf, formatOf } from '../../output/formats.ts'
import { endingWith } from '../../records/ending.ts'
import { openRecords, readPorts } from '../../records/open.ts'
import { limitRequests } from '../../records/request-limit.ts'
import type { ItemPage } from '../../records/stage.ts'
import type { RunContext } from '../make-context.ts'
import { checkLanguage } from './check-language.ts'
import { asPartial, Delivery, type DeliveryObserver, renderPages } from './delivery.ts'
import { stoppedAfter } from './problem.ts'
import { printSummary } from './summary.ts'
import { viewOf } from './view.ts'

/**
 * Reads, transforms and prints the records.
 * Throws `KivaError`, of kind `partial` once some have been written.
 */
export async function printRecords(
  typed: EndpointInvocation,
  whole: RunContext,
  observer: DeliveryObserver | undefined,
): Promise<void> {
  const limited =
    typed.extent.requests === undefined ? undefined : limitRequests(whole, typed.extent.requests)
  const context = limited ? { ...whole, fetch: limited.fetch, signal: limited.signal } : whole
  const { stdout, settings, progress, pictureBuffer } = context
  const began = context.now()
  const { output } = settings
  const format = formatOf(output)
  const { idFields, name, noun } = typeOf(typed.endpoint)
  if (format.idsOnly && name && !idFields) throw (await import('../../output/records/ids.ts')).noIds()
  // HTML holds photos; a terminal needs the buffer, for which it may be unfit.
  const hasPictures = pictureBuffer !== undefined || (output === 'html' && typed.images !== undefined)
  const opened = await openRecords(
    typed,
    { ...context, hasPictures },
    {
      output,
      from: observer?.from,
      digest: observer?.digest,
      // A file with a checkpoint goes on where it ended, so it must not look complete.
      endsWhenSpent: typed.files.checkpoint === undefined,
      allow: async (cost) => {
        await (await import('../allow-reading.ts')).askToRead(typed, context)(cost)
        observer?.onAllowed()
      },
      // The connection is made while the stages wait for the thread that runs jq.
      onPlanned: () => context.transport.prepare(),
    },
  )
  const { request: invocation, read, ending, renderer, note, groups, counter, mark } = opened
  // The first page arrives before the first byte is written, so that a failure leaves stdout empty.
  const pages = read()
  // The renderer loads while the first page is requested.
  const loading = format.load()
  const first: ItemPage = (await pages.next()).value ?? emptyPage
  if (first.page.note) await context.say(first.page.note)
  if (note && !first.isPartial) await context.say(note)
  const firstRecords = first.items.filter(({ outputs }) => outputs.length > 0).map(({ record }) => record)
  if (invocation.detail.language !== undefined) await checkLanguage(firstRecords, invocation.detail.language)
  const pictures = hasPictures
    ? (await import('../terminal/pictures.ts')).loadPictures(
        pictureBuffer,
        context,
        readPorts(context, context.signal),
      )
    : undefined
  const delivery = new Delivery(first.page, observer?.from, observer?.digest)
  const omitted = collectOmitted(context)
  let withoutId = 0
  const view = {
    ...(await viewOf(invocation, first.page.single, context)),
    // Of a table or a page that a user reads; other runs send no request besides their own.
    partners:
      stdout.isTerminal && (output === 'table' || output === 'chart')
        ? lazy(async () => {
            const { keptPartners } = await import('../../records/kept-partners.ts')
            return keptPartners({ ...context, ...readPorts(context, context.signal) })
          })
        : undefined,
    document: documentOf(output, invocation.files.out),
    continued: observer?.continued,
    pictures: pictures?.add,
    photos: pictureBuffer ? undefined : pictures?.photos,
    csvSafe: invocation.fields.csvSafe,
    onOmitted: omitted.add,
    onWithoutId: () => {
      withoutId += 1
    },
  }
  try {
    await renderPages(
      from(first, pages),
      delivery,
      { render: renderer(await loading), view },
      {
        write: (chunk) => stdout.write(chunk, format.destination),
        onWritten: (chunk) => context.emit({ kind: 'written', chunk }),
        onPage: async (page) => observer?.onPage(page, delivery),
      },
    )
    await observer?.onComplete(delivery)
  } catch (error) {
    const ended = endingWith(error)
    const isKept = observer?.keepsPartialOutput !== false
    // The failure matters more than one of the mark. After a first run with --mark-only, the next one is the first.
    if (isKept && mark?.mark.isSilent === false) await mark.save(delivery.delivered, ended).catch(() => {})
    if (ended === 'requests') throw stoppedAfter(invocation, delivery)
    throw isKept ? asPartial(error, delivery.delivered) : error
  } finally {
    await pages.return()
  }
  await mark?.save(delivery.delivered, ending())
  await omitted.tell()
  if (withoutId > 0) await context.say(`Left out ${counted(withoutId, noun)} without an id.`)
  const milliseconds = context.now() - began
  await pictures?.printMissing()
  const printed = {
    view,
    records: firstRecords,
    kept: counter?.matched,
    marked: mark?.mark.isSilent ? mark.mark.silentCount : undefined,
    groups: groups?.(),
    requests: progress.requests,
    milliseconds,
    ending: ending(),
  }
  await printSummary(invocation, delivery, printed, context)
}

/** Stands for the rest of a run that read everything and stopped before it could record that. */
const emptyPage: ItemPage = {
  page: {
    ...{ records: [], single: false, paging: undefined, headers: {} },
    ...{ received: 0, repeats: 0, recordIds: [], hasChanged: false, hasGap: false },
  },
  items: [],
}

async function* from(first: ItemPage, rest: AsyncIterator<ItemPage>): AsyncGenerator<ItemPage> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Number of names stored. The message lists fewer. */
const maxNames = 100

/** Collects fields without a column. The summary lists them, so that the table is not mistaken for all data. */
function collectOmitted({ say, secrets }: Pick<Context, 'say' | 'secrets'>) {
  const names = new Set<string>()
  return {
    add(name: string): void {
      if (names.size < maxNames) names.add(name)
    },
    /** Prints nothing if no field was omitted. */
    async tell(): Promise<void> {
      if (names.size === 0) return
      const words = sentence`Fields without a column, not printed: ${summarizeNames([...names])}. Add columns with --fields, or use -o ndjson.`
      await say(words.mask(secrets.quote))
    },
  }
}
