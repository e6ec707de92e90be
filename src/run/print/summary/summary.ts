/** Prints the summary on stderr after the records: what was omitted, what was not found. */

import { typeOf } from '../../../api/endpoint.ts'
import { firstPage } from '../../../api/gaps.ts'
import type { EndpointInvocation } from '../../../cli/invocation.ts'
import { dashed } from '../../../cli/option-spec.ts'
import type { Context } from '../../../context.ts'
import { KivaError } from '../../../errors.ts'
import { counted, withThousands } from '../../../thousands.ts'
import type { Delivery } from '../delivery.ts'
import { describeChange, problemOf } from '../delivery-problem.ts'
import type { Shown } from './footer.ts'

type InvocationParts = Pick<
  EndpointInvocation,
  'endpoint' | 'values' | 'extent' | 'files' | 'jq' | 'filter' | 'mark' | 'failEmpty'
>

/** Statistics of a reading. */
export interface ReadStatistics {
  readonly requests: number
  readonly milliseconds: number
}

/** Prints what the delivered records omit, and what to do next. Throws `KivaError` if requested ids were not found. */
export async function printSummary(
  invocation: InvocationParts,
  delivery: Delivery,
  statistics: ReadStatistics,
  shown: Shown,
  context: Pick<Context, 'say' | 'stdout' | 'stderr' | 'settings'>,
): Promise<void> {
  const { noun } = typeOf(invocation.endpoint)
  const { stdout, stderr, settings } = context
  if (settings.verbosity > 0) await context.say(statisticsWords(noun, delivery, statistics))
  const problem = problemOf(invocation, delivery)
  if (problem) throw problem
  const { filter, extent, mark, failEmpty } = invocation
  const kind = mark ? (mark.kind === 'new' ? `new ${noun}` : 'changes') : noun
  if (failEmpty && delivery.matched === 0) throw new KivaError('empty', `no ${kind} found`)
  const matches = await matchesOf(noun, invocation, delivery, shown)
  const isMarked = settings.sandbox && stdout.isTerminal
  const isEmpty = delivery.delivered === 0
  const warnings = [
    describeChange(noun, invocation, delivery),
    delivery.matched === 0 && !isEmpty ? noMatches(kind, invocation, stdout.isTerminal) : undefined,
    isEmpty ? nothing(noun, delivery, isMarked) : undefined,
    ...(hasOpenValue(invocation)
      ? (await import('./summary-words.ts')).unknownValues(invocation, settings)
      : []),
    ...ignoredOptions(invocation),
  ].filter((line) => line !== undefined)
  // If both streams share a terminal, an empty line separates the summary from the records.
  const gap = !isEmpty && stdout.isTerminal && stderr.isTerminal ? '\n' : ''
  if (warnings.length > 0) await context.say(gap + warnings.join('\n'))
  const { page, delivered } = delivery
  const isWhole = delivered >= (page.paging?.total ?? page.received)
  if (isEmpty || (isWhole && !stdout.isTerminal && matches === undefined)) return
  const { printFooter } = await import('./footer.ts')
  const { endpoint } = invocation
  // Filters have read all pages, so there is no more to read.
  const read = { endpoint, extent: filter || mark ? { ...extent, limit: undefined } : extent }
  await printFooter(read, delivery, { ...shown, matches }, warnings.length > 0 ? '' : gap, context)
}

/** A run from cron prints nothing if nothing is new. */
function noMatches(
  kind: string,
  { jq, filter, mark }: InvocationParts,
  isTerminal: boolean,
): string | undefined {
  if (mark) return isTerminal ? `No ${kind}.` : undefined
  return filter || (jq && !jq.slurp) ? 'No matches.' : undefined
}

/** Counts the records that filters or `--jq` keep, in words. */
async function matchesOf(
  noun: string,
  invocation: InvocationParts,
  delivery: Delivery,
  { kept }: Shown,
): Promise<string | undefined> {
  if (!invocation.jq && kept === undefined) return undefined
  const { filterWords, matchWords } = await import('./summary-words.ts')
  if (kept === undefined) return matchWords(noun, invocation, delivery)
  return delivery.matched === 0 ? undefined : filterWords(noun, invocation, delivery, kept)
}

/** `-v`: the amount and the speed of reading. */
function statisticsWords(
  noun: string,
  { delivered, before, pages }: Delivery,
  { requests, milliseconds }: ReadStatistics,
): string {
  const seconds = Math.max(milliseconds, 1) / 1000
  const rate = withThousands(Math.round((delivered - before) / seconds))
  return `Read ${counted(delivered - before, noun)}: ${counted(pages, 'pages')}, ${counted(requests, 'requests')}, ${seconds.toFixed(1)}s, ${rate} a second.`
}

function nothing(
  noun: string,
  { page: { paging, number = firstPage } }: Delivery,
  isMarked: boolean,
): string {
  if (!paging || paging.total === 0) return `No ${noun} found${isMarked ? ' in the sandbox' : ''}.`
  return `No ${noun} on page ${number}: ${withThousands(paging.total)} on ${counted(paging.pages, 'pages')}.`
}

/** Whether a param of an open set is given, whose value may be unknown. */
const hasOpenValue = ({ endpoint, values }: InvocationParts) =>
  Object.entries(endpoint.params).some(([name, { known }]) => known && values[name] !== undefined)

/** Lists options that the service ignores when another one is given. */
function ignoredOptions({ endpoint, values }: InvocationParts): readonly string[] {
  return Object.entries(endpoint.params).flatMap(([name, { ignoredWith }]) =>
    ignoredWith !== undefined && values[name] !== undefined && values[ignoredWith] !== undefined
      ? [`The API ignores --${dashed(name)} if --${dashed(ignoredWith)} is given.`]
      : [],
  )
}
