/** Prints the summary on stderr after the records: what was omitted, what was not found. */

import { typeOf } from '../../api/endpoint.ts'
import { firstPage, knownValues } from '../../api/gaps.ts'
import { nearest } from '../../api/nearest.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { dashed } from '../../cli/option-spec.ts'
import type { Context } from '../../context.ts'
import type { Extent } from '../../read/reading.ts'
import { counted, withThousands } from '../../thousands.ts'
import type { Delivery } from './delivery.ts'
import { problemOf, whatChanged } from './delivery-problem.ts'

type Asked = Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'files'>

/** Statistics of a reading. */
export interface ReadStatistics {
  readonly requests: number
  readonly milliseconds: number
}

/** Prints what the delivered records omit. Throws `KivaError` if requested ids were not found. */
export async function printSummary(
  asked: Asked,
  delivery: Delivery,
  statistics: ReadStatistics,
  context: Pick<Context, 'say' | 'stdout' | 'stderr' | 'settings'>,
): Promise<void> {
  const { noun } = typeOf(asked.endpoint)
  if (context.settings.verbosity > 0) await context.say(statisticsWords(noun, delivery, statistics))
  const problem = problemOf(asked, delivery)
  if (problem) throw problem
  const change = whatChanged(noun, asked, delivery)
  const lines = [
    change,
    delivery.delivered === 0
      ? nothing(noun, delivery) + perhapsMeant(asked)
      : whatIsMore(noun, delivery, asked.extent),
    ...ignored(asked),
  ].filter((line) => line !== undefined)
  // If both streams share a terminal, an empty line separates the summary from the records.
  const gap = delivery.delivered > 0 && context.stdout.isTerminal && context.stderr.isTerminal ? '\n' : ''
  if (lines.length > 0) await context.say(gap + lines.join('\n'))
  if (context.settings.sandbox && context.stdout.isTerminal)
    await markMadeUp(context, lines.length > 0 ? '' : gap)
}

/** Labels sandbox data as made up, in a subdued color because every run prints it. */
async function markMadeUp(
  { stderr, settings }: Pick<Context, 'stderr' | 'settings'>,
  gap: string,
): Promise<void> {
  if (settings.quiet) return
  const { palette } = await import('../../output/terminal/palette.ts')
  await stderr.write(`${gap}${palette(stderr.color)('label', 'Made-up data of the sandbox.')}\n`, 'people')
}

/** `-v`: the amount and the speed of reading. */
function statisticsWords(
  noun: string,
  { delivered, before, pages }: Delivery,
  { requests, milliseconds }: ReadStatistics,
): string {
  const seconds = Math.max(milliseconds, 1) / 1000
  const rate = withThousands(Math.round((delivered - before) / seconds))
  return `Read ${counted(delivered - before, noun)}: ${counted(pages, 'pages')}, ${counted(requests, 'requests')}, ${seconds.toFixed(1)} s, ${rate} a second.`
}

function nothing(noun: string, { page: { paging, number = firstPage } }: Delivery): string {
  if (!paging || paging.total === 0) return `No ${noun} found.`
  return `No ${noun} on page ${number}: ${withThousands(paging.total)} on ${counted(paging.pages, 'pages')}.`
}

/**
 * Suggests known values of open sets, which accept any text:
 * after an empty result a similar value may be a typing error.
 */
function perhapsMeant({ endpoint, values }: Asked): string {
  const hints = Object.entries(endpoint.params).flatMap(([name, { known }]) => {
    if (!known) return []
    const given = [values[name] ?? []].flat().map(String)
    return given.flatMap((value) => {
      const near = nearest(value, knownValues[known])
      return near === undefined || near === value ? [] : [` Did you mean --${dashed(name)} "${near}"?`]
    })
  })
  return hints.join('')
}

/**
 * Returns how many more records there are and how to get them, so that a part is not mistaken for the whole.
 */
function whatIsMore(
  noun: string,
  { page: { paging, received, number = firstPage }, delivered }: Delivery,
  { all, limit }: Extent,
): string | undefined {
  const total = paging?.total ?? received
  if (delivered >= total || (all && limit === undefined)) return undefined
  const told = `${withThousands(delivered)} of ${counted(total, noun)}`
  if (limit !== undefined)
    return delivered < limit ? `${told}.` : `${told}. More: a higher --limit, or --all.`
  const where = number > 1 ? ` (page ${number} of ${withThousands(paging?.pages ?? 1)})` : ''
  const next = paging && number < paging.pages ? ` More: --page ${number + 1}, or --all.` : ''
  return `${told}${where}.${next}`
}

/** Lists options that the service ignores when another one is given. */
function ignored({ endpoint, values }: Asked): readonly string[] {
  return Object.entries(endpoint.params).flatMap(([name, { ignoredWith }]) =>
    ignoredWith !== undefined && values[name] !== undefined && values[ignoredWith] !== undefined
      ? [`The service ignores --${dashed(name)} where --${dashed(ignoredWith)} is given.`]
      : [],
  )
}
