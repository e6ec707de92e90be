/** Prints the lines under the records, on stderr: what is missing, how many records there are, and what to do next. */
import { idsParam, mayNeedWarning, typeOf } from '../../api/endpoint.ts'
import { firstPage } from '../../api/gaps.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import { foreign, sentence, summarizeNames } from '../../core/foreign-text.ts'
import { isObject, type Json } from '../../core/json.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { commandLine } from '../../core/shell-word.ts'
import { shareDollars } from '../../domain/money.ts'
import type { View } from '../../output/view.ts'
import { sourceWords } from '../../output/words/source.ts'
import type { GroupFacts } from '../../records/group.ts'
import type { MarkRequest } from '../../records/request.ts'
import type { Delivery } from './delivery.ts'

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
  if (isFirstMark) await context.say(markedWords(noun, printed.marked, mark))
  const problem = problemOf(invocation, delivery)
  if (problem) throw problem
  const kind = mark ? (mark.kind === 'new' ? `new ${noun}` : 'changes') : noun
  if (invocation.failEmpty && delivery.matched === 0) throw new KivaError('empty', `no ${kind} found`)
  const source = stdout.isTerminal ? sourceWords(settings, delivery.oldest) : undefined
  const isEmpty = delivery.delivered === 0
  const warnings = [
    ...(printed.groups?.notes ?? []),
    describeChange(noun, invocation, delivery),
    delivery.matched === 0 && !isEmpty && !isFirstMark
      ? noMatches(kind, invocation, delivery, source?.beside, stdout.isTerminal)
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
  const { page, delivered } = delivery
  const isWhole = delivered >= (page.paging?.total ?? page.received)
  const matches = matchesOf(noun, invocation, delivery, printed)
  if (isWhole && !stdout.isTerminal && matches === undefined) return
  const command = await commandAfter(invocation, printed, context)
  const next = command && commandLine(settings, command)
  const parts = printed.view.detail
    ? [source && `${source.alone}${next ? '' : '.'}`, next && `next: ${next}`]
    : footerOf(noun, invocation, delivery, source?.beside, next, matches)
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
function markedWords(noun: string, marked: number, { kind, peek }: MarkRequest): string {
  if (peek) return 'Marked nothing: --peek does not move the mark.'
  return `Marked ${counted(marked, noun)}. The next run prints what ${kind === 'new' ? 'is new' : 'changed'}.`
}

/** Returns the problem: ids that were not found, or with --strict-paging a list that changed. */
export function problemOf(
  invocation: Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'files' | 'filter'>,
  delivery: Delivery,
): KivaError | undefined {
  if (delivery.readUpTo.missingCount > 0) return notFound(invocation, delivery)
  const { noun } = typeOf(invocation.endpoint)
  const change = invocation.extent.strict ? describeChange(noun, invocation, delivery) : undefined
  if (change === undefined) return undefined
  return new KivaError('partial', change.replace(/^The/, 'the').replace(/\.$/, ''), {
    hint: 'The records read so far were printed. Run the command again, or leave out --strict-paging.',
  })
}

function notFound(
  { endpoint, files }: Pick<EndpointInvocation, 'endpoint' | 'files'>,
  { delivered, readUpTo: { missing, missingCount } }: Delivery,
): KivaError {
  if (delivered === 0) return new KivaError('refused', `no ${typeOf(endpoint).noun} found`)
  const found = delivered === 1 ? 'The other one was' : `The other ${withThousands(delivered)} were`
  // `--only` names ids where no argument does, and has no `--missing`.
  const where = idsParam(endpoint) === undefined ? '' : '; --missing FILE saves the missing ids'
  return new KivaError('partial', sentence`not found: ${summarizeNames(missing.map(String), missingCount)}`, {
    hint: `${found} printed${files.missing === undefined ? where : `; the missing ids are in ${files.missing}`}.`,
  })
}

/** Describes the change of a list during the run, which may repeat or skip records. */
function describeChange(
  noun: string,
  { extent, endpoint, values, filter }: Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'filter'>,
  { page, delivered, readUpTo: { repeats, hasChanged, hasGap } }: Delivery,
): string | undefined {
  // `--only` and `--limit` stop before the end of the list.
  const isWhole = extent.all && extent.limit === undefined && endpoint.paged && !filter?.only.length
  const paging = isWhole ? page.paging : undefined
  const before = (Number(values['page'] ?? firstPage) - 1) * (paging?.page_size ?? 0)
  const missing = paging ? paging.total - before - delivered : 0
  if (!hasChanged && !hasGap && missing <= 0) return undefined
  const details = [
    repeats > 0 ? `${counted(repeats, 'duplicates')} skipped` : undefined,
    missing > 0 ? `${withThousands(missing)} of ${counted(paging?.total ?? 0, noun)} missing` : undefined,
    hasGap ? `some ${noun} may be missing` : undefined,
  ].filter((detail) => detail !== undefined)
  return `The list changed while it was read${details.length > 0 ? `: ${details.join('; ')}` : ''}.`
}

/** A run from cron prints nothing if nothing is new. */
function noMatches(
  kind: string,
  invocation: Pick<EndpointInvocation, 'values' | 'jq' | 'filter' | 'mark'>,
  delivery: Delivery,
  source: string | undefined,
  isTerminal: boolean,
): string | undefined {
  const { jq, filter, mark } = invocation
  if (mark) return isTerminal ? `No ${kind}.` : undefined
  // Without a filter, a footer counts the records.
  if (!filter) return jq && !jq.slurp ? 'No matches.' : undefined
  const read = partWords(kind, invocation, delivery)?.replace(/^of /, '') ?? counted(delivery.delivered, kind)
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
  noun: string,
  invocation: Pick<EndpointInvocation, 'values' | 'extent' | 'jq' | 'filter' | 'mark' | 'groups'>,
  delivery: Delivery,
  { kept, groups }: Printed,
): string | undefined {
  if (kept === undefined) {
    return invocation.groups && !invocation.groups.isCount
      ? partWords(noun, invocation, delivery)
      : matchWords(noun, invocation, delivery)
  }
  const count = groups?.records ?? delivery.matched
  return count === 0 ? undefined : filterWords(noun, invocation, delivery, count, kept)
}

/** `of the first 20 of 2,000 loans`: says that groups stand for a part of the list. */
function partWords(
  noun: string,
  { values }: Pick<EndpointInvocation, 'values'>,
  { delivered, page: { paging, received } }: Delivery,
): string | undefined {
  const total = paging?.total ?? received
  const first = Number(values['page'] ?? firstPage) === firstPage ? 'the first ' : ''
  return delivered >= total ? undefined : `of ${first}${withThousands(delivered)} of ${counted(total, noun)}`
}

/** Counts the records that `--jq` selects: `7 of the first 20 match (269 in all)`. Without it all match. */
function matchWords(
  noun: string,
  { jq, extent, values }: Pick<EndpointInvocation, 'jq' | 'extent' | 'values'>,
  { delivered, before, matched, page: { paging, received } }: Delivery,
): string | undefined {
  if (!jq || jq.slurp || before > 0 || matched === 0 || matched === delivered) return undefined
  const total = paging?.total ?? received
  const count = withThousands(matched)
  if (delivered >= total || extent.all) return `${count} of ${counted(delivered, noun)} match`
  return Number(values['page'] ?? firstPage) === firstPage
    ? `${count} of the first ${withThousands(delivered)} match (${withThousands(total)} in all)`
    : `${count} of ${withThousands(delivered)} match`
}

/**
 * Counts the records that filters keep and print: `36 of 269 loans match`, `10 of 36 matching loans (269 in all)`.
 */
function filterWords(
  noun: string,
  { filter, mark }: Pick<EndpointInvocation, 'filter' | 'mark'>,
  { delivered, page: { paging, received } }: Delivery,
  printed: number,
  kept: number,
): string {
  const total = paging?.total ?? received
  const all = counted(total, noun)
  if (mark?.kind === 'changes') return counted(printed, 'changes')
  if (mark) return counted(printed, `new ${noun}`)
  if (filter && filter.only.length > 0) return counted(printed, noun)
  if (filter?.budget !== undefined) return budgetWords(filter.budget, printed, kept)
  const count = withThousands(printed)
  if (delivered < total)
    return `first ${counted(printed, 'matches')} (${withThousands(delivered)} of ${all} read)`
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
  noun: string,
  invocation: Pick<EndpointInvocation, 'extent' | 'filter' | 'mark'>,
  { page: { paging, received, number = firstPage }, delivered }: Delivery,
  source: string | undefined,
  command: string | undefined,
  matches: string | undefined,
): readonly (string | undefined)[] {
  const { all } = invocation.extent
  // Filters have read all pages, so there is no more to read.
  const limit = invocation.filter || invocation.mark ? undefined : invocation.extent.limit
  const total = paging?.total ?? received
  const isWhole = delivered >= total || (all && limit === undefined)
  const isLaterPage = !isWhole && limit === undefined && number > firstPage
  const amount = [
    matches ??
      (isWhole ? counted(delivered, noun) : `${withThousands(delivered)} of ${counted(total, noun)}`),
    isLaterPage ? `, page ${withThousands(number)} of ${withThousands(paging?.pages ?? number)}` : '',
    source ? ` (${source})` : '',
  ].join('')
  const hasMore = !isWhole && (limit === undefined ? number < (paging?.pages ?? 0) : delivered >= limit)
  const more = !hasMore
    ? undefined
    : [isLaterPage ? `--page ${number + 1}` : higherLimit(delivered, total), all ? '' : '--all']
        .filter(Boolean)
        .join(' or ') || undefined
  const next = limit === undefined ? (more ?? command) : (command ?? more)
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

/** Throws `KivaError` of kind `refused` if the records have texts and none is in that language. */
export async function checkLanguage(records: readonly Json[], language: string): Promise<void> {
  const { allLanguages, textsOf } = await import('../../output/detail/story.ts')
  const codes = records.filter(isObject).flatMap((record) => textsOf(record).map(([code]) => code))
  if (language === allLanguages || codes.length === 0 || codes.includes(language)) return
  throw new KivaError(
    'refused',
    sentence`no text in "${foreign(language)}": available in ${summarizeNames([...new Set(codes)])}`,
    { hint: `Use one of them, or --lang ${allLanguages}.` },
  )
}
