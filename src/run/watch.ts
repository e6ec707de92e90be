/**
 * `--watch`: reads the records again and again, and finds their changes. Redraws the whole terminal for users, and prints
 * events for programs.
 */
import { typeOf } from '../api/endpoint.ts'
import { jsonText } from '../api/wire/json.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { withMe } from '../cli/me.ts'
import type { Watching } from '../cli/options/watch.ts'
import type { RunSettings } from '../cli/settings/run-settings.ts'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { toAsync } from '../core/lazy.ts'
import { counted } from '../core/numbers.ts'
import { isLoopback } from '../core/origin.ts'
import { formats } from '../output/formats.ts'
import type { Render } from '../output/view.ts'
import { byKey, type Change, changesBetween, type Snapshot } from '../records/changes.ts'
import { prepare, resultsOf } from '../records/jq.ts'
import { type OpenRecords, openRecords, readPorts } from '../records/open.ts'
import { type AllowReading, gateOf } from '../records/read-gate.ts'
import { recordTypeOf } from '../records/stage.ts'
import { isRetryable } from '../transport/wait-after.ts'
import { askToRead } from './allow-reading.ts'
import type { RunContext } from './make-context.ts'
import { checkLanguage } from './print/check-language.ts'
import { asPartial, Delivery } from './print/delivery.ts'
import { problemOf } from './print/problem.ts'
import { viewOf } from './print/view.ts'
import type { Streams } from './terminal/take-terminal.ts'
import { type Display, screenDisplay } from './watch-screen.ts'

interface WatchPorts {
  readonly streams: Streams
  readonly settings: RunSettings
  /** Whether output is plain, so that the screen must not be redrawn. */
  readonly isPlain: boolean
  /** Takes over the terminal, behind the output gate. */
  runOn(streams: Streams, work: (context: RunContext) => Promise<void>): Promise<void>
}

/**
 * Runs the watch. Throws `KivaError` of kind `usage` before anything is sent,
 * and the errors of {@link watch}.
 */
export async function runWatch(
  typed: EndpointInvocation,
  watching: Watching,
  ports: WatchPorts,
): Promise<void> {
  const { settings, streams } = ports
  const isScreen = settings.output === 'table' && streams.stdout.isTerminal && !ports.isPlain
  check(watching, isScreen, settings)
  await ports.runOn(streams, async (context) => {
    const invocation = await withMe(typed, context.me)
    const isReached = watching.until === undefined ? undefined : await openUntil(watching.until, context)
    // Watching reads all values, even those that the display omits.
    let isAllowed = false
    const allow: AllowReading = async (cost) => {
      if (!isAllowed) await askToRead(invocation, context)(cost)
      isAllowed = true
    }
    const opened = await openRecords(invocation, context, { allow })
    const watched = { opened, watching, isReached }
    if (!isScreen) return watchLines(watched, context)
    const table = await formats.table.load()
    const render = opened.renderer(table)
    const { changesView } = await import('../output/table/change-columns.ts')
    const changes = await changesView(recordTypeOf(invocation))
    const renderChanges: Render = (records, view) =>
      table(records, { ...view, ...changes, fields: undefined, noHeaders: true })
    const { single = false } = typeOf(invocation.endpoint)
    const view = await viewOf(invocation, single, context)
    // A question would be hidden by the screen.
    if (gateOf(invocation, settings, allow)) {
      const pages = opened.read()
      await pages.next()
      await pages.return()
    }
    const screen = await context.takeScreen()
    const display = screenDisplay(screen.out, { every: watching.every, render, renderChanges, view }, context)
    const records = await watch(watched, display, context).finally(() => screen.close())
    // The final records stay on the terminal.
    for await (const text of render(toAsync(records), view)) await context.stdout.write(text, 'people')
  })
}

/** The shortest interval on the live service, in milliseconds. */
const minLiveInterval = 5000

function check(
  { every }: Watching,
  isScreen: boolean,
  { output, sandbox, mirror, baseUrl }: RunSettings,
): void {
  if (!isScreen && output !== 'ndjson' && output !== 'json') {
    throw new KivaError('usage', `--watch cannot be used with -o ${output} here`, {
      hint: 'Use -o ndjson to print changes as events.',
    })
  }
  if (every < minLiveInterval && !sandbox && !mirror && !isLoopback(new URL(baseUrl).hostname)) {
    throw new KivaError('usage', '--watch must be at least 5s for a remote API', {
      hint: '--watch 30s is enough for most lists.',
    })
  }
}

/**
 * Prints changes for programs, one line of JSON each. In the first round each record is `added`. Failures go to
 * stderr. Throws `KivaError` of kind `partial` if an expression fails after some lines.
 */
async function watchLines(watched: Watched, context: RunContext): Promise<void> {
  const { stdout, say, sleep, signal, now } = context
  let printed = 0
  const display: Display = {
    show: async ({ changes }) => {
      const lines = changes.map(({ key: _, ...event }) => `${jsonText(event)}\n`)
      if (lines.length > 0) await stdout.write(lines.join(''), 'json')
      printed += lines.length
    },
    showProblem: (words) => say(`${words}.`),
    wait: (end) => sleep(Math.max(0, end - now()), signal),
  }
  try {
    await watch(watched, display, context)
  } catch (error) {
    if (!(error instanceof KivaError && error.kind === 'usage')) throw error
    throw asPartial(error, printed)
  }
}

/**
 * Prepares `--until`, a jq condition on the records that ends a watch. The condition holds if its last result is
 * neither false nor null. Throws `KivaError` of kind `usage`.
 */
async function openUntil(
  text: string,
  { jq, say }: Pick<World, 'jq'> & { readonly say: (line: string) => Promise<void> },
): Promise<(records: readonly Json[]) => Promise<boolean>> {
  const ask = await prepare({ text, slurp: true, variables: [] }, await jq(), say)
  return async (records) => {
    const [outcome] = await ask(records)
    const result = resultsOf(outcome, () => `the array of ${counted(records.length, 'records')}`).at(-1)
    return result !== undefined && result !== null && result !== false
  }
}

/** What to watch, and until when. */
interface Watched {
  readonly opened: OpenRecords<EndpointInvocation>
  readonly watching: Watching
  /** Returns whether the watch may end; if unset, it runs until canceled. */
  readonly isReached: ((records: readonly Json[]) => Promise<boolean>) | undefined
}

/**
 * Watches until `isReached` holds, and resolves with the last records. Throws permanent failures; shows
 * failures that may pass, and tries again in the next round.
 */
async function watch(
  { opened, watching, isReached }: Watched,
  display: Display,
  context: RunContext,
): Promise<readonly Json[]> {
  const { request } = opened
  const { idFields = [], single = false } = typeOf(request.endpoint)
  let before: Snapshot | undefined
  for (;;) {
    const began = context.now()
    let pause = 0
    try {
      const { records, problem } = await readSnapshot(opened, context)
      const reading = byKey(records, idFields, single)
      const changes = changesBetween(before ?? new Map<string, Json>(), reading)
      await display.show({
        records: reading,
        before,
        changes: await withLookUp(changes, request, context),
      })
      before = reading
      if (problem) await display.showProblem(problemText(problem, context))
      if (await isReached?.(records)) return records
    } catch (error) {
      if (!(error instanceof KivaError) || !(error.kind === 'partial' || isRetryable(error, true)))
        throw error
      await display.showProblem(problemText(error, context))
      pause = (error.retryAfter ?? 0) * 1000
    }
    await context.progress.end()
    await display.wait(Math.max(began + watching.every, context.now() + pause))
  }
}

/** Returns the changes with what became of the removed records. Throws `KivaError`; the next round looks again. */
async function withLookUp(
  changes: readonly Change[],
  { endpoint }: EndpointInvocation,
  context: RunContext,
): Promise<readonly Change[]> {
  const isRemoved = ({ event }: Change) => event === 'removed'
  const removed = changes.filter(isRemoved)
  if (removed.length === 0) return changes
  const { lookUpRemoved } = await import('../records/removed.ts')
  const items = removed.map(({ item }) => item)
  const found = await lookUpRemoved(items, typeOf(endpoint), readPorts(context, context.signal))
  const looked = removed.map((change, index) => {
    const now = found[index]
    return { ...change, ...(now !== undefined && { now }) }
  })
  return [...changes.filter((change) => !isRemoved(change)), ...looked]
}

const problemText = (problem: KivaError, { secrets }: Pick<RunContext, 'secrets'>) =>
  problem.sentence.mask(secrets.quote)

/**
 * Reads all records of an invocation, as a normal run would print them, with a full retry budget. Throws `KivaError`
 * if the records are incomplete.
 */
async function readSnapshot(
  { request, read, ending }: Watched['opened'],
  context: RunContext,
): Promise<Round> {
  context.transport.refill()
  let delivery: Delivery | undefined
  const records: Json[] = []
  const { language } = request.detail
  for await (const { page, items } of read()) {
    if (!delivery && language !== undefined) await checkLanguage(page.records, language)
    delivery ??= new Delivery(page)
    delivery.beginPage(page)
    delivery.endPage()
    delivery.acknowledge(delivery.taken)
    records.push(...items.flatMap(({ outputs }) => outputs))
  }
  const problem = delivery && problemOf(request, delivery, ending())
  if (problem && problem.kind !== 'partial') throw problem
  return problem ? { records, problem } : { records }
}

/** The outputs of a round, and a problem of a complete round, such as ids that were not found. */
interface Round {
  readonly records: readonly Json[]
  readonly problem?: KivaError
}
