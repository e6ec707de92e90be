/** Prints the lines under the records, on stderr: what is missing, how many records there are, and what to do next. */
import { mayNeedWarning, typeOf } from '../../api/endpoint.ts'
import { firstPage } from '../../api/gaps.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { commandLine } from '../../core/shell-word.ts'
import { shareDollars } from '../../domain/money.ts'
import type { View } from '../../output/view.ts'
import { sourceWords } from '../../output/words/source.ts'
import type { Ending } from '../../records/ending.ts'
import type { GroupFacts } from '../../records/group.ts'
import type { MarkRequest } from '../../records/request.ts'
import type { Delivery } from './delivery.ts'
import { changeWords, firstPageOf, problemOf } from './problem.ts'

/** What a run printed, besides the counts of its delivery. */
interface Printed {
  readonly view: View
  /** The records of the first page. */
  readonly records: readonly Json[]
  /** How many records the filters kept; `undefined` without filters. */
  readonly kept: number | undefined
  /** How many records a first run with `--mark-only` has marked. */
  readonly marked: number | undefined
  /** Facts about groups that were printed in place of the records. */
  readonly groups: GroupFacts | undefined
  readonly requests: number
  readonly milliseconds: number
  readonly ending: Ending
}

/** How much of its list a run has read. */
interface Reach {
  readonly noun: string
  readonly ending: Ending
  readonly read: number
  readonly total: number
  readonly isFromStart: boolean
  /** Whether no later record of the list is left out. */
  readonly isWhole: boolean
}

function reachOf(
  { endpoint, values }: Pick<EndpointInvocation, 'endpoint' | 'values'>,
  { delivered: read, page: { paging, received } }: Delivery,
  ending: Ending,
): Reach {
  const total = paging?.total ?? received
  const isFromStart = firstPageOf(values) === firstPage
  const isWhole = ending === 'all' || (isFromStart && read >= total)
  return { noun: typeOf(endpoint).noun, ending, read, total, isFromStart, isWhole }
}

/**
 * Prints what the delivered records omit, and what to do next. Throws `KivaError` if requested ids were not found, or
 * nothing was with `--fail-empty`.
 */
export async function printSummary(
  invocation: EndpointInvocation,
  delivery: Delivery,
  printed: Printed,
  context: Pick<Context, 'say' | 'stdout' | 'stderr' | 'settings'>,
): Promise<void> {
  const { noun } = typeOf(invocation.endpoint)
  const { stdout, stderr, settings } = context
  const { filter, mark } = invocation
  if (settings.verbosity > 0) await context.say(statisticsWords(noun, delivery, printed))
  const isFirstMark = mark !== undefined && printed.marked !== undefined
  const reach = reachOf(invocation, delivery, printed.ending)
  if (isFirstMark) await context.say(markedWords(reach, printed.marked, mark))
  const problem = problemOf(invocation, delivery, printed.ending)
  if (problem) throw problem
  const kind = mark ? (mark.kind === 'new' ? `new ${noun}` : 'changes') : noun
  if (invocation.failEmpty && delivery.matched === 0) throw new KivaError('empty', `no ${kind} found`)
  const source = stdout.isTerminal ? sourceWords(settings, delivery.oldest) : undefined
  const isEmpty = delivery.delivered === 0
  const change = changeWords(invocation, delivery, printed.ending)
  const warnings = [
    ...(printed.groups?.notes ?? []),
    change === undefined ? undefined : `${change.replace(/^t/, 'T')}.`,
    delivery.matched === 0 && !isEmpty && !isFirstMark
      ? noMatches(kind, reach, invocation, source?.beside, stdout.isTerminal)
      : undefined,
    isEmpty && !isFirstMark ? emptyWords(noun, delivery, source?.place) : undefined,
    ...(mayNeedWarning(invocation)
      ? (await import('../../cli/value-warnings.ts')).warningsOn(invocation, settings)
      : []),
  ].filter((line) => line !== undefined)
  // If both streams share a terminal, an empty line separates the summary from the records.
  const gap = delivery.matched > 0 && stdout.isTerminal && stderr.isTerminal ? '\n' : ''
  if (warnings.length > 0) await context.say(gap + warnings.join('\n'))
  if (settings.quiet || isEmpty || ((filter || mark) && delivery.matched === 0)) return
  const matches = matchesOf(invocation, reach, delivery, printed)
  if (reach.isWhole && !stdout.isTerminal && matches === undefined) return
  const command = await commandAfter(invocation, printed, context)
  const next = command && commandLine(settings, command)
  const parts = printed.view.detail
    ? [source && `${source.alone}${next ? '' : '.'}`, next && `next: ${next}`]
    : footerOf(invocation, reach, delivery, source?.beside, next, matches)
  const footer = await joined(
    parts.flatMap((part) => part || []),
    stderr,
  )
  if (footer === '') return
  const text = stderr.color ? await subdued(footer) : footer
  await stderr.write(`${warnings.length > 0 ? '' : gap}${text}\n`, 'people')
}

/** `-v`: the amount and the speed of reading. */
function statisticsWords(
  noun: string,
  { delivered, before, pages }: Delivery,
  { requests, milliseconds }: Printed,
): string {
  const seconds = Math.max(milliseconds, 1) / 1000
  const rate = withThousands(Math.round((delivered - before) / seconds))
  return `Read ${counted(delivered - before, noun)}: ${counted(pages, 'pages')}, ${counted(requests, 'requests')}, ${seconds.toFixed(1)}s, ${rate} a second.`
}

/** What a first run with `--mark-only` has done. */
function markedWords(reach: Reach, marked: number, { kind, peek }: MarkRequest): string {
  if (peek) return 'Marked nothing: --peek does not move the mark.'
  return `Marked ${counted(marked, reach.noun)}${firstPagesWords(reach).replace('of', 'in')}. The next run prints what ${kind === 'new' ? 'is new' : 'changed'}.`
}

/** Says that new records were looked for in the first pages only: ` of the first 100 of 640: add --all`. */
const firstPagesWords = ({ ending, read, total }: Reach): string =>
  ending === 'pages' ? ` of the first ${withThousands(read)} of ${withThousands(total)}: add --all` : ''

/** A run from cron prints nothing if nothing is new in the whole list. */
function noMatches(
  kind: string,
  reach: Reach,
  { jq, filter, mark }: Pick<EndpointInvocation, 'jq' | 'filter' | 'mark'>,
  source: string | undefined,
  isTerminal: boolean,
): string | undefined {
  const first = firstPagesWords(reach)
  if (mark) return isTerminal || first !== '' ? `No ${kind}${first}.` : undefined
  // Without a filter, a footer counts the records.
  if (!filter) return jq && !jq.slurp ? 'No matches.' : undefined
  const read = partWords(reach)?.replace(/^of /, '') ?? counted(reach.read, kind)
  return `No matches among ${read}${source ? ` (${source})` : ''}`
}

/** Says that there are no records, or none on this page. */
function emptyWords(
  noun: string,
  { page: { paging, number = firstPage } }: Delivery,
  place: 'sandbox' | 'mirror' | undefined,
): string {
  if (!paging || paging.total === 0) return `No ${noun} found${place ? ` in the ${place}` : ''}.`
  return `No ${noun} on page ${number}: ${withThousands(paging.total)} on ${counted(paging.pages, 'pages')}.`
}

/** Says in words how many records filters or `--jq` keep, or that groups stand for a part of the list. */
function matchesOf(
  invocation: Pick<EndpointInvocation, 'jq' | 'filter' | 'mark' | 'groups'>,
  reach: Reach,
  delivery: Delivery,
  { kept, groups }: Printed,
): string | undefined {
  if (kept === undefined)
    return invocation.groups && !invocation.groups.isCount
      ? partWords(reach)
      : matchWords(invocation, reach, delivery)
  const count = groups?.records ?? delivery.matched
  return count === 0 ? undefined : filterWords(invocation, reach, count, kept)
}

/** `of the first 20 of 2,000 loans`: says that groups stand for a part of the list. */
function partWords({ noun, read, total, isFromStart, isWhole }: Reach): string | undefined {
  const first = isFromStart ? 'the first ' : ''
  return isWhole && isFromStart ? undefined : `of ${first}${withThousands(read)} of ${counted(total, noun)}`
}

/** Counts the records that `--jq` selects: `7 of the first 20 match (269 in all)`. Without it all match. */
function matchWords(
  { jq }: Pick<EndpointInvocation, 'jq'>,
  { noun, read, total, isFromStart, isWhole }: Reach,
  { before, matched }: Delivery,
): string | undefined {
  if (!jq || jq.slurp || before > 0 || matched === 0 || matched === read) return undefined
  const count = withThousands(matched)
  if (isWhole) return `${count} of ${counted(read, noun)} match`
  return isFromStart
    ? `${count} of the first ${withThousands(read)} match (${withThousands(total)} in all)`
    : `${count} of ${withThousands(read)} match`
}

/**
 * Counts the records that filters keep and print: `36 of 269 loans match`, `10 of 36 matching loans (269 in all)`.
 */
function filterWords(
  { filter, mark }: Pick<EndpointInvocation, 'filter' | 'mark'>,
  reach: Reach,
  printed: number,
  kept: number,
): string {
  const { noun, read, total, isWhole } = reach
  const all = counted(total, noun)
  if (mark?.kind === 'changes') return counted(printed, 'changes')
  if (mark) return counted(printed, `new ${noun}`) + firstPagesWords(reach)
  if (filter && filter.only.length > 0) return counted(printed, noun)
  if (filter?.budget !== undefined) return budgetWords(filter.budget, printed, kept)
  const count = withThousands(printed)
  if (!isWhole) return `first ${counted(printed, 'matches')} (${withThousands(read)} of ${all} read)`
  if (printed === kept) return `${count} of ${all} match`
  return kept === total
    ? `${count} of ${all}`
    : `${count} of ${counted(kept, `matching ${noun}`)} (${withThousands(total)} in all)`
}

/** What a budget is spent on, and what is left: `$100 in 4 loans, $25 each; $10 of $110 is left`. */
function budgetWords(budget: number, loans: number, kept: number): string {
  const spent = loans * shareDollars
  const each = loans > 1 ? `, $${shareDollars} each` : ''
  const needed =
    loans === kept && budget - spent >= shareDollars
      ? `only ${counted(loans, 'loans')} of these need a share: `
      : ''
  const left =
    spent < budget ? `; ${needed}$${withThousands(budget - spent)} of $${withThousands(budget)} is left` : ''
  return `$${withThousands(spent)} in ${counted(loans, 'loans')}${each}${left}`
}

/** Maximum number of pages that --web opens at once; for more, their addresses are more useful. */
export const maxWebPages = 5

/** Returns the command to run after a table of records, or their pages, on a terminal. */
async function commandAfter(
  { filter, groups }: Pick<EndpointInvocation, 'filter' | 'groups'>,
  { view, records }: Printed,
  { stdout, settings }: Pick<Context, 'stdout' | 'settings'>,
): Promise<string | undefined> {
  const { type, detail, detailOptions, single } = view
  const { kind } = type
  if (groups || !kind || single || !stdout.isTerminal || settings.output !== 'table') return undefined
  if (detailOptions?.read && !detail) return undefined
  const { commandAfterList, commandAfterPages, pagesCommand } = await import('../../output/words/related.ts')
  // Lenders lend on the website.
  const opensPages =
    filter?.budget !== undefined && settings.site !== undefined && records.length <= maxWebPages
  if (opensPages) return pagesCommand(kind, records)
  return detail ? commandAfterPages(kind, records) : commandAfterList(kind, records)
}

/**
 * `20 of 269 loans (sandbox) · next: --limit 50 or --all`: how many records were printed of how many, so that a
 * part is not mistaken for the whole, and what to do next. A run with `--limit` has what it asked for, so the
 * `command` comes next. Returns nothing for a whole list with nothing to say about it.
 */
function footerOf(
  invocation: Pick<EndpointInvocation, 'extent' | 'filter' | 'mark'>,
  { noun, ending, read, total, isFromStart, isWhole }: Reach,
  { page: { paging, number = firstPage } }: Delivery,
  source: string | undefined,
  command: string | undefined,
  matches: string | undefined,
): readonly (string | undefined)[] {
  const isLaterPage = ending === 'page' && !isFromStart
  const pages = paging?.pages ?? number
  const amount = [
    matches ?? (isWhole ? counted(read, noun) : `${withThousands(read)} of ${counted(total, noun)}`),
    isLaterPage ? `, page ${withThousands(number)} of ${withThousands(pages)}` : '',
    source ? ` (${source})` : '',
  ].join('')
  // Filters have read all that their limit needs, so there is no more to read.
  const isCut = ending === 'limit' && !invocation.filter && !invocation.mark
  const hasMore = !isWhole && (isCut || (ending === 'page' && number < pages))
  const more = !hasMore
    ? undefined
    : [isLaterPage ? `--page ${number + 1}` : higherLimit(read, total), invocation.extent.all ? '' : '--all']
        .filter(Boolean)
        .join(' or ') || undefined
  const next = isCut ? (command ?? more) : (more ?? command)
  if (isWhole && source === undefined && next === undefined) return [matches]
  return [amount, next && `next: ${next}`]
}

/** `--limit 50`: the next round number of records; '' if it would be all of them. */
function higherLimit(delivered: number, total: number): string {
  let limit = 50
  while (limit <= delivered) limit *= 2
  return limit < total ? `--limit ${limit}` : ''
}

/** Joins parts in one line. On a terminal that is too narrow for it each has a line, so that a command can be copied. */
async function joined(parts: readonly string[], { isTerminal, columns }: Context['stderr']): Promise<string> {
  const line = parts.join(' · ')
  if (!isTerminal || parts.length < 2) return line
  const { width } = await import('../../output/terminal/width.ts')
  return width(line) > columns ? parts.join('\n') : line
}

async function subdued(text: string): Promise<string> {
  const { palette } = await import('../../output/terminal/palette.ts')
  return palette(true)('label', text)
}
