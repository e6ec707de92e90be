/** Reads the filter options. */

import { listSeparator } from '../../api/gaps.ts'
import { parseWhole } from '../../api/values.ts'
import { KivaError } from '../../core/errors.ts'
import { withThousands } from '../../core/numbers.ts'
import { shareDollars } from '../../domain/money.ts'
import type { Filter, GroupLimit } from '../../records/request.ts'
import type { Given } from '../given.ts'
import { type GroupOption, isOnlyCounted, sortsGroups } from './group-columns.ts'
import { parseLenderOption, readOrder, readPath, readVariables } from './small-readers.ts'

/** The options that the filters are read from. */
export type FilterOption =
  | 'only'
  | 'not_lent_by'
  | 'filter'
  | 'where'
  | 'order'
  | 'at_most'
  | 'budget'
  | 'arg'
  | 'limit'
  | 'checkpoint'
  | 'resume'
  | GroupOption

/**
 * Returns what to keep, or `undefined` where there is nothing but an order of groups. Throws `KivaError` of kind
 * `usage` for an invalid value.
 */
export function readFilter(given: Given<FilterOption>): Filter | undefined {
  const where = given.last('where')
  const found: Filter = {
    only: words(given, 'only').map((id) => id.replace(/^#/, '')),
    notLentBy: words(given, 'not_lent_by').map((text) => parseLenderOption('--not-lent-by', text)),
    matching: given.has('filter') ? given.all('filter') : undefined,
    where:
      where === undefined
        ? undefined
        : { text: where, slurp: false, variables: readVariables(given.all('arg')) },
    order: words(given, 'order')
      .filter((text) => !sortsGroups(text, given))
      .map(readOrder),
    atMost: words(given, 'at_most').map(readGroupLimit),
    budget: readBudget(given.last('budget')),
  }
  if (given.has('limit') && (given.has('checkpoint') || given.has('resume'))) {
    throw new KivaError('usage', '--limit cannot be used with filters and --checkpoint', {
      hint: 'Leave out --limit, or leave out --checkpoint.',
    })
  }
  const { order, ...dropping } = found
  // The order does not change how many records there are.
  return (isOnlyCounted(given) ? [] : order).length > 0 || Object.values(dropping).some(isGiven)
    ? found
    : undefined
}

const isGiven = (value: Filter[keyof Filter]) =>
  value !== undefined && (!Array.isArray(value) || value.length > 0)

const words = (given: Given<FilterOption>, name: FilterOption): readonly string[] =>
  given.all(name).flatMap((text) => text.split(listSeparator).map((word) => word.trim()))

function readBudget(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const dollars = /^\d+$/.test(text) ? Number(text) : 0
  if (dollars >= shareDollars && dollars <= mostDollars) return dollars
  throw new KivaError(
    'usage',
    `invalid value "${text}" for --budget: expected whole dollars from ${shareDollars} to ${withThousands(mostDollars)}`,
    { hint: `A share is $${shareDollars}. Example: --budget 100.` },
  )
}

/** Sums in cents stay exact. */
const mostDollars = 1_000_000

function readGroupLimit(text: string): GroupLimit {
  const [, count, name] = /^(\d+):(.*)$/.exec(text) ?? []
  if (count !== undefined && name !== undefined)
    return { count: parseWhole('--at-most', count), path: readPath('--at-most', text, name) }
  throw new KivaError('usage', `invalid value "${text}" for --at-most: expected n:field`, {
    hint: 'Example: --at-most 1:partner_id.',
  })
}
