/** Prints the line below records: how many there are, and what to do next. */
import { typeOf } from '../../api/endpoint.ts'
import { firstPage } from '../../api/gaps.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Context } from '../../core/context.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { commandLine } from '../../core/shell-word.ts'
import { sourceWords } from '../../output/words/source.ts'
import type { GroupFacts } from '../../records/group.ts'
import type { Extent } from '../../records/request.ts'
import type { Delivery } from './delivery.ts'

/** How the records were shown. */
export interface Shown {
  /** Each as a page, requested by its id: their number says nothing. */
  readonly detail: boolean
  /** The command that shows more of the first record. */
  readonly command: string | undefined
  /** How many records the filters kept; `undefined` without filters. */
  readonly kept?: number | undefined
  /** How many records a first run with `--mark-only` has marked. */
  readonly marked?: number | undefined
  /** Facts about groups that were printed in place of the records. */
  readonly groups?: GroupFacts | undefined
  /** How many records `--jq` or the filters selected, in words. Default: how many were printed. */
  readonly matches?: string | undefined
}

/** Prints the footer, if there is anything to say. `gap` separates it from the records. */
export async function printFooter(
  { endpoint, extent }: Pick<EndpointInvocation, 'endpoint' | 'extent'>,
  delivery: Delivery,
  { detail, command, matches }: Shown,
  gap: string,
  { stdout, stderr, settings }: Pick<Context, 'stdout' | 'stderr' | 'settings'>,
): Promise<void> {
  const mark = stdout.isTerminal ? sourceWords(settings, delivery.oldest) : undefined
  const next = command && commandLine(settings, command)
  const parts = detail
    ? [mark && `${mark.alone}${next ? '' : '.'}`, next && `next: ${next}`]
    : footerOf(typeOf(endpoint).noun, delivery, extent, mark?.beside, next, matches)
  const footer = await joined(
    parts.flatMap((part) => part || []),
    stderr,
  )
  if (footer === '' || settings.quiet) return
  await stderr.write(`${gap}${stderr.color ? await subdued(footer) : footer}\n`, 'people')
}

/** Joins parts in one line. On a terminal that is too narrow for it each has a line, so that a command can be copied. */
async function joined(parts: readonly string[], { isTerminal, columns }: Context['stderr']): Promise<string> {
  const line = parts.join(' · ')
  if (!isTerminal || parts.length < 2) return line
  const { width } = await import('../../output/terminal/width.ts')
  return width(line) > columns ? parts.join('\n') : line
}

/** Almost every run prints a footer. */
async function subdued(text: string): Promise<string> {
  const { palette } = await import('../../output/terminal/palette.ts')
  return palette(true)('label', text)
}

/**
 * `20 of 269 loans (sandbox) · next: --limit 50 or --all`: how many records were printed of how many, so that a
 * part is not mistaken for the whole, and what to do next. A run with `--limit` has what it asked for, so the
 * `command` comes next. Returns nothing for a whole list with nothing to say about it.
 */
function footerOf(
  noun: string,
  { page: { paging, received, number = firstPage }, delivered }: Delivery,
  { all, limit }: Extent,
  mark: string | undefined,
  command: string | undefined,
  matches: string | undefined,
): readonly (string | undefined)[] {
  const total = paging?.total ?? received
  const isWhole = delivered >= total || (all && limit === undefined)
  const isLaterPage = !isWhole && limit === undefined && number > firstPage
  const amount = [
    matches ??
      (isWhole ? counted(delivered, noun) : `${withThousands(delivered)} of ${counted(total, noun)}`),
    isLaterPage ? `, page ${withThousands(number)} of ${withThousands(paging?.pages ?? number)}` : '',
    mark ? ` (${mark})` : '',
  ].join('')
  const hasMore = !isWhole && (limit === undefined ? number < (paging?.pages ?? 0) : delivered >= limit)
  const more = !hasMore
    ? undefined
    : [isLaterPage ? `--page ${number + 1}` : higherLimit(delivered, total), all ? '' : '--all']
        .filter(Boolean)
        .join(' or ') || undefined
  const next = limit === undefined ? (more ?? command) : (command ?? more)
  if (isWhole && mark === undefined && next === undefined) return [matches]
  return [amount, next && `next: ${next}`]
}

/** `--limit 50`: the next round number of records; '' if it would be all of them. */
function higherLimit(delivered: number, total: number): string {
  let limit = 50
  while (limit <= delivered) limit *= 2
  return limit < total ? `--limit ${limit}` : ''
}
