/** Asks whether a run may read a long list without `--all`. Without a terminal, it may not. */
import { typeOf } from '../api/endpoint.ts'
import { canAsk, confirm } from '../auth/prompt.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { Context } from '../core/context.ts'
import { counted } from '../core/numbers.ts'
import { type AllowReading, refusal, timeFor } from '../records/read-gate.ts'

/** Returns the question for an invocation. It throws `KivaError` for a no, and without a terminal. */
export function askToRead(
  { endpoint }: Pick<EndpointInvocation, 'endpoint'>,
  context: Pick<Context, 'settings' | 'stdin' | 'stdout' | 'stderr'>,
): AllowReading {
  return async (cost) => {
    const { settings, stdout } = context
    const no = refusal(typeOf(endpoint).noun, cost, settings)
    // A pager that shows what was found has the keyboard.
    if (!canAsk(context) || (stdout.isPaged && cost.mayStopEarly)) throw no
    const pages = cost.left === undefined ? 'more pages' : counted(cost.left, 'more pages')
    const question = `Read ${pages}${timeFor(cost.left ?? 0, settings)}?`
    if (!(await confirm(context, question, 'no'))) throw no
  }
}
