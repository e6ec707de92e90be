/** `--watch`: reads the records again and again, and finds their changes. */
import { typeOf } from '../api/endpoint.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { Watching } from '../cli/options/watch.ts'
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { byKey, type Change, changesBetween, type Snapshot } from '../records/changes.ts'
import { type OpenRecords, readPorts } from '../records/open.ts'
import { isRetryable } from '../transport/wait-after.ts'
import type { RunContext } from './make-context.ts'
import { Delivery } from './print/delivery.ts'
import { problemOf } from './print/problems.ts'

/** What to watch, and until when. */
export interface Watched {
  readonly opened: OpenRecords<EndpointInvocation>
  readonly watching: Watching
  /** Returns whether the watch may end; if unset, it runs until canceled. */
  readonly isReached: ((records: readonly Json[]) => Promise<boolean>) | undefined
}

/**
 * Watches until `isReached` holds, and resolves with the last records. Throws permanent failures; shows
 * failures that may pass, and tries again in the next round.
 */
export async function watch(
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

/** The result of one round. */
export interface Finding {
  /** In the order that the service sent them. */
  readonly records: Snapshot
  /** The records of the previous round; `undefined` in the first. */
  readonly before: Snapshot | undefined
  readonly changes: readonly Change[]
}

/** Shows the rounds of a watch. */
export interface Display {
  show(finding: Finding): Promise<void>
  /** Reports an incomplete round; the next one may succeed. */
  showProblem(words: string): Promise<void>
  /** Waits until a time in milliseconds since the epoch. */
  wait(end: number): Promise<void>
}

const problemText = (problem: KivaError, { secrets }: Pick<RunContext, 'secrets'>) =>
  problem.sentence.mask(secrets.quote)

/**
 * Reads all records of an invocation, as a normal run would print them, with a full retry budget. Throws `KivaError`
 * if the records are incomplete.
 */
async function readSnapshot({ request, read }: Watched['opened'], context: RunContext): Promise<Round> {
  context.transport.refill()
  let delivery: Delivery | undefined
  const records: Json[] = []
  const { language } = request.detail
  for await (const { page, items } of read()) {
    if (!delivery && language !== undefined)
      (await import('./print/check-language.ts')).checkLanguage(page.records, language)
    delivery ??= new Delivery(page)
    delivery.beginPage(page)
    delivery.endPage()
    delivery.acknowledge(delivery.taken)
    records.push(...items.flatMap(({ outputs }) => outputs))
  }
  const problem = delivery && problemOf(request, delivery)
  if (problem && problem.kind !== 'partial') throw problem
  return problem ? { records, problem } : { records }
}

/** The outputs of a round, and a problem of a complete round, such as ids that were not found. */
interface Round {
  readonly records: readonly Json[]
  readonly problem?: KivaError
}
