/** The endpoint runner: one call of the command line to its answer on stdout. No endpoint is special here. */
import type { Pair } from '../api/encode.ts'
import { type Endpoint, pathNames, type Values, type WireFormat } from '../api/endpoint.ts'
import { buildRequest } from '../api/request.ts'
import { formats } from '../output/formats.ts'
import type { View } from '../output/view.ts'
import type { RunContext } from './context.ts'
import { copyDocument } from './copy-document.ts'
import { type Fetch, listedName, readPages, recordsOf, type Tally } from './pages.ts'
import { openSender } from './sender.ts'
import { tellTally } from './summary.ts'

/** What the command line asked of an endpoint. */
export interface Call {
  readonly endpoint: Endpoint
  readonly values: Values
  /** `--param`: sent as it is. */
  readonly extra: readonly Pair[]
  /** The service's own document in place of records. */
  readonly wire: WireFormat | undefined
  readonly limit: number | undefined
}

/** Runs a call. Throws `KivaError`; nothing has been written then, unless its kind is `partial`. */
export async function runEndpoint(call: Call, context: RunContext): Promise<void> {
  const { endpoint, values } = call
  const fetch = await openFetch(call, context)
  if (call.wire) return copyDocument(await fetch(values), context)

  const { load, destination } = formats[context.settings.output]
  const render = await load()
  const pages = readPages(endpoint, values, fetch, context.now)
  // The first page is there before the first byte is written: a failure leaves stdout empty.
  const first = await pages.next()
  if (first.done) return
  if (first.value.note) await context.say(first.value.note)
  const tally: Tally = { delivered: 0, page: first.value, found: new Set() }
  // The records of a list of ids name them in a field called like the param, without its plural s.
  const idField = listedName(endpoint)?.slice(0, -1)
  const records = recordsOf(pages, tally, { limit: call.limit, idField })
  for await (const text of render(records, viewOf(endpoint, first.value.single, context))) {
    await context.stdout.write(text, destination)
  }
  await tellTally(call, tally, context)
}

async function openFetch(call: Call, context: RunContext): Promise<Fetch> {
  const { baseUrl, appId } = context.settings
  const options = { baseUrl, appId, format: call.wire ?? 'json', extra: call.extra } as const
  // Built once before anything is opened, so that a wrong id is told without a connection.
  buildRequest(call.endpoint, call.values, options)
  const send = await openSender(call.endpoint, context)
  return (values) => send(buildRequest(call.endpoint, values, options))
}

function viewOf(endpoint: Endpoint, single: boolean, { stdout, now, settings }: RunContext): View {
  const named = pathNames(endpoint).length > 0
  return {
    returns: endpoint.returns,
    single,
    detail: single || (named && !endpoint.paged && listedName(endpoint) !== undefined),
    width: stdout.isTerminal ? stdout.columns : undefined,
    colour: stdout.colour,
    now: stdout.isTerminal ? now() : undefined,
    // The sandbox has no website.
    site: settings.sandbox ? undefined : settings.authUrl,
  }
}
