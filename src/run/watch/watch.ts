/** `--watch`: reads the records again and again, and finds their changes. */
import { typeOf } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Watching } from '../../cli/options/readers/watch.ts'
import { KivaError } from '../../errors.ts'
import type { Stages } from '../../pipeline/open-stages.ts'
import type { Json } from '../../ports/json.ts'
import { byKey, changesBetween, type Snapshot } from '../../read/changes.ts'
import { isRetryable } from '../../transport/retry-policy.ts'
import type { RunContext } from '../make-context.ts'
import type { Display } from './display.ts'
import { readSnapshot } from './read-snapshot.ts'

export interface Watched {
  readonly invocation: EndpointInvocation
  readonly watching: Watching
  readonly stages: Pick<Stages, 'open'>
  /** Returns whether the watch may end; if unset, it runs until canceled. */
  readonly isReached: ((records: readonly Json[]) => Promise<boolean>) | undefined
}

/**
 * Watches until `isReached` holds, and resolves with the last records. Throws permanent failures; shows
 * failures that may pass, and tries again in the next round.
 */
export async function watch(
  { invocation, watching, stages, isReached }: Watched,
  display: Display,
  context: RunContext,
): Promise<readonly Json[]> {
  const { idFields = [], single = false } = typeOf(invocation.endpoint)
  let before: Snapshot | undefined
  for (;;) {
    const began = context.now()
    let pause = 0
    try {
      const { records, problem } = await readSnapshot(invocation, stages, context)
      const reading = byKey(records, idFields, single)
      await display.show({
        records: reading,
        before,
        changes: changesBetween(before ?? new Map<string, Json>(), reading),
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

const problemText = (problem: KivaError, { secrets }: Pick<RunContext, 'secrets'>) =>
  problem.sentence.mask(secrets.quote)
