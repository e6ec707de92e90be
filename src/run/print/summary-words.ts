/** Lines of the summary that few runs need, loaded when they do. */

import { firstPage } from '../../api/gaps.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { shareDollars } from '../../domain/money.ts'
import type { MarkRequest } from '../../records/request.ts'
import type { Delivery } from './delivery.ts'

/** Statistics of a reading. */
export interface ReadStatistics {
  readonly requests: number
  readonly milliseconds: number
}

/** Counts the records that `--jq` selects: `7 of the first 20 match (269 in all)`. Without it all match. */
export function matchWords(
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

/** `of the first 20 of 2,000 loans`: says that groups stand for a part of the list. */
export function partWords(
  noun: string,
  { values }: Pick<EndpointInvocation, 'values'>,
  { delivered, page: { paging, received } }: Delivery,
): string | undefined {
  const total = paging?.total ?? received
  const first = Number(values['page'] ?? firstPage) === firstPage ? 'the first ' : ''
  return delivered >= total ? undefined : `of ${first}${withThousands(delivered)} of ${counted(total, noun)}`
}

/**
 * Counts the records that filters keep and print: `36 of 269 loans match`, `10 of 36 matching loans (269 in all)`.
 */
export function filterWords(
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

/** What a first run with `--mark-only` has done. */
export function markedWords(noun: string, marked: number, { kind, peek }: MarkRequest): string {
  if (peek) return 'Marked nothing: --peek does not move the mark.'
  return `Marked ${counted(marked, noun)}. The next run prints what ${kind === 'new' ? 'is new' : 'changed'}.`
}

/** `-v`: the amount and the speed of reading. */
export function statisticsWords(
  noun: string,
  { delivered, before, pages }: Delivery,
  { requests, milliseconds }: ReadStatistics,
): string {
  const seconds = Math.max(milliseconds, 1) / 1000
  const rate = withThousands(Math.round((delivered - before) / seconds))
  return `Read ${counted(delivered - before, noun)}: ${counted(pages, 'pages')}, ${counted(requests, 'requests')}, ${seconds.toFixed(1)}s, ${rate} a second.`
}

/** Says that there are no records, or none on this page. */
export function emptyWords(
  noun: string,
  { page: { paging, number = firstPage } }: Delivery,
  place: 'sandbox' | 'mirror' | undefined,
): string {
  if (!paging || paging.total === 0) return `No ${noun} found${place ? ` in the ${place}` : ''}.`
  return `No ${noun} on page ${number}: ${withThousands(paging.total)} on ${counted(paging.pages, 'pages')}.`
}
