/** Runs `--watch`: redraws the whole terminal for users, and prints events for programs. */
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
import { prepare, resultsOf } from '../records/jq.ts'
import { openRecords } from '../records/open.ts'
import { recordTypeOf } from '../records/stage.ts'
import type { RunContext } from './make-context.ts'
import { viewOf } from './print/view.ts'
import type { Streams } from './terminal/pager.ts'
import { type Display, type Watched, watch } from './watch.ts'
import { screenDisplay } from './watch-screen.ts'

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
    const opened = await openRecords(invocation, context)
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
    throw (await import('./print/problems.ts')).asPartial(error, printed)
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
