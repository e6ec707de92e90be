/** The endpoint runner: one invocation of an endpoint to its answer on stdout. No endpoint is special here. */
import type { Catalogue } from '../api/endpoint.ts'
import { type AnyEndpoint, listedParam, pathNames } from '../api/endpoint.ts'
import { commandLine } from '../api/mode.ts'
import { problemInDocument, problemOf } from '../api/problem.ts'
import { recordTypeOf } from '../api/record-types.ts'
import type { Page } from '../api/reply.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { Json } from '../context.ts'
import { KivaError, ReaderGone } from '../errors.ts'
import { foreign, sentence } from '../foreign-text.ts'
import { formats } from '../output/formats.ts'
import type { View } from '../output/view.ts'
import { sayClosingWords } from './closing-words.ts'
import type { RunContext } from './context.ts'
import { Delivery } from './delivery.ts'
import { type Fetch, readPages } from './pages.ts'
import { planRequests } from './requests.ts'

/** Runs an invocation. Throws `KivaError`; nothing has been written then, unless its kind is `partial`. */
export async function runEndpoint(
  invocation: EndpointInvocation,
  context: RunContext,
  catalogue: Catalogue,
): Promise<void> {
  const { endpoint } = invocation
  const { values, requests } = await planRequests(invocation, context.settings, context.stdin, catalogue)
  const fetch = await openFetch(endpoint, context)
  const [first] = requests
  if (invocation.wire && first) return copyDocument(await fetch(first), context)

  const pages = readPages(endpoint, requests, fetch, context.now)
  // The first page is there before the first byte is written: a failure leaves stdout empty.
  const page = await pages.next()
  if (page.done) return
  if (page.value.note) await context.say(page.value.note)
  const idFields = listedParam(endpoint) === undefined ? [] : recordTypeOf(endpoint.returns).idFields
  const delivery = new Delivery(page.value, idFields ?? [])
  try {
    await deliver(pages, delivery, invocation, context)
  } catch (error) {
    throw delivery.delivered > 0 ? cutShort(error, delivery.delivered) : error
  }
  await sayClosingWords({ ...invocation, values }, delivery, context)
}

/** The way to the service: signed where the endpoint needs an authorized user, plain elsewhere. */
async function openFetch(endpoint: AnyEndpoint, context: RunContext): Promise<Fetch> {
  if (endpoint.auth) return (await import('../auth/signed-send.ts')).signedSend(context)
  const send = await context.send()
  return (request) => send(request, context.signal)
}

/** Renders the records of the pages, and acknowledges them as they are written. */
async function deliver(
  pages: AsyncIterator<Page, void>,
  delivery: Delivery,
  { endpoint, limit }: EndpointInvocation,
  context: RunContext,
): Promise<void> {
  const { stdout, settings } = context
  const { load, destination } = formats[settings.output]
  const render = await load()
  const view = viewOf(endpoint, delivery.page.single, context)
  for await (const text of render(recordsOf(pages, delivery, limit), view)) {
    await stdout.write(text, destination)
    delivery.acknowledge()
  }
}

/** The records of the first page and of those after it, at most `limit`. */
async function* recordsOf(
  rest: AsyncIterator<Page, void>,
  delivery: Delivery,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Json> {
  for (let page: Page | undefined = delivery.page; page; page = (await rest.next()).value ?? undefined) {
    delivery.page = page
    for (const record of page.records) {
      if (delivery.taken >= limit) return
      delivery.take(record)
      yield record
    }
  }
}

/** Whatever fails after the first record leaves a part of the answer. A signal and a reader's leaving are no failures. */
function cutShort(cause: unknown, delivered: number): unknown {
  if (cause instanceof ReaderGone) return cause
  const known = cause instanceof KivaError ? cause : undefined
  if (known?.kind === 'interrupted' || known?.kind === 'terminated') return cause
  const records = delivered === 1 ? 'one record' : `${delivered} records`
  if (known) return known.retold('partial', sentence`Stopped after ${records}: ${known.sentence}`)
  const words = foreign(cause instanceof Error ? cause.message : String(cause))
  return new KivaError('partial', sentence`Stopped after ${records}: ${words}`, { cause })
}

/** `--wire`: the service's own document on stdout, byte for byte. A refusal is thrown, as for records. */
async function copyDocument(
  reply: Awaited<ReturnType<Fetch>>,
  { stdout, now }: Pick<RunContext, 'stdout' | 'now'>,
): Promise<void> {
  const problem = problemOf(reply, now()) ?? problemInDocument(reply, now())
  if (problem) throw problem
  await stdout.write(reply.body, 'wire')
}

function viewOf(endpoint: AnyEndpoint, single: boolean, { stdout, now, settings }: RunContext): View {
  const named = pathNames(endpoint).length > 0
  return {
    returns: endpoint.returns,
    single,
    detail: single || (named && !endpoint.paged && listedParam(endpoint) !== undefined),
    width: stdout.isTerminal ? stdout.columns : undefined,
    colour: stdout.colour,
    now: stdout.isTerminal ? now() : undefined,
    // The sandbox has no website.
    site: settings.sandbox ? undefined : settings.authUrl,
    kiva: (words) => commandLine(settings, words),
  }
}
