/** Prints the summary on stderr after the records: what was omitted, what was not found. */

import { mayNeedWarning, typeOf } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import { sourceWords } from '../../output/words/source.ts'
import type { Delivery } from './delivery.ts'
import type { Shown } from './footer.ts'
import type { ReadStatistics } from './summary-words.ts'

/**
 * Prints what the delivered records omit, and what to do next. Throws `KivaError` if requested ids were not found.
 */
export async function printSummary(
  invocation: EndpointInvocation,
  delivery: Delivery,
  statistics: ReadStatistics,
  shown: Shown,
  context: Pick<Context, 'say' | 'stdout' | 'stderr' | 'settings'>,
): Promise<void> {
  const { noun } = typeOf(invocation.endpoint)
  const { stdout, stderr, settings } = context
  if (settings.verbosity > 0)
    await context.say((await import('./summary-words.ts')).statisticsWords(noun, delivery, statistics))
  const { filter, extent, mark, failEmpty } = invocation
  const isFirstMark = mark !== undefined && shown.marked !== undefined
  if (isFirstMark)
    await context.say((await import('./summary-words.ts')).markedWords(noun, shown.marked, mark))
  if (extent.strict || delivery.readUpTo.missingCount > 0) {
    const problem = (await import('./problems.ts')).problemOf(invocation, delivery)
    if (problem) throw problem
  }
  const kind = mark ? (mark.kind === 'new' ? `new ${noun}` : 'changes') : noun
  if (failEmpty && delivery.matched === 0) throw new KivaError('empty', `no ${kind} found`)
  const matches = await matchesOf(noun, invocation, delivery, shown)
  const source = stdout.isTerminal ? sourceWords(settings, delivery.oldest) : undefined
  const isEmpty = delivery.delivered === 0
  const warnings = [
    ...(shown.groups?.notes ?? []),
    await changeOf(noun, invocation, delivery),
    delivery.matched === 0 && !isEmpty && !isFirstMark
      ? noMatches(kind, invocation, stdout.isTerminal)
      : undefined,
    isEmpty && !isFirstMark
      ? (await import('./summary-words.ts')).emptyWords(noun, delivery, source?.place)
      : undefined,
    ...(mayNeedWarning(invocation)
      ? (await import('../../cli/value-warnings.ts')).warningsOn(invocation, settings)
      : []),
  ].filter((line) => line !== undefined)
  // If both streams share a terminal, an empty line separates the summary from the records.
  const gap = delivery.matched > 0 && stdout.isTerminal && stderr.isTerminal ? '\n' : ''
  if (warnings.length > 0) await context.say(gap + warnings.join('\n'))
  if ((filter || mark) && delivery.matched === 0) return
  const { page, delivered } = delivery
  const isWhole = delivered >= (page.paging?.total ?? page.received)
  if (isEmpty || (isWhole && !stdout.isTerminal && matches === undefined)) return
  const { printFooter } = await import('./footer.ts')
  const { endpoint } = invocation
  // Filters have read all pages, so there is no more to read.
  const read = { endpoint, extent: filter || mark ? { ...extent, limit: undefined } : extent }
  await printFooter(read, delivery, { ...shown, matches }, warnings.length > 0 ? '' : gap, context)
}

/** Describes the change of a list while it was read. One page alone shows none. */
async function changeOf(
  noun: string,
  invocation: Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'filter'>,
  delivery: Delivery,
): Promise<string | undefined> {
  const { hasChanged, hasGap } = delivery.readUpTo
  if (!hasChanged && !hasGap && !invocation.extent.all) return undefined
  return (await import('./problems.ts')).describeChange(noun, invocation, delivery)
}

/** A run from cron prints nothing if nothing is new. */
function noMatches(
  kind: string,
  { jq, filter, mark }: Pick<EndpointInvocation, 'jq' | 'filter' | 'mark'>,
  isTerminal: boolean,
): string | undefined {
  if (mark) return isTerminal ? `No ${kind}.` : undefined
  return filter || (jq && !jq.slurp) ? 'No matches.' : undefined
}

/** Says in words how many records filters or `--jq` keep, or that groups stand for a part of the list. */
async function matchesOf(
  noun: string,
  invocation: Pick<EndpointInvocation, 'values' | 'extent' | 'jq' | 'filter' | 'mark' | 'groups'>,
  delivery: Delivery,
  { kept, groups: facts }: Shown,
): Promise<string | undefined> {
  const { groups, jq } = invocation
  if (!jq && !groups && kept === undefined) return undefined
  const { filterWords, matchWords, partWords } = await import('./summary-words.ts')
  if (kept === undefined) {
    if (groups && !groups.isCount) return partWords(noun, invocation, delivery)
    return matchWords(noun, invocation, delivery)
  }
  const printed = facts?.records ?? delivery.matched
  return printed === 0 ? undefined : filterWords(noun, invocation, delivery, printed, kept)
}
