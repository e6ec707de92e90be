/** Options that select records after they are read, and sort them. */

import { isLimited, typeOf } from '../../api/endpoint.ts'
import { listSeparator } from '../../api/gaps.ts'
import { recordTypes } from '../../api/records/record-types.ts'
import { parseWhole } from '../../api/values.ts'
import { KivaError } from '../../core/errors.ts'
import { withThousands } from '../../core/numbers.ts'
import { shareDollars } from '../../domain/money.ts'
import type { Filter, GroupLimit } from '../../records/request.ts'
import type { Given } from '../given.ts'
import { rules } from '../option-spec.ts'
import { parseLenderOption, parseOrder, parsePath } from '../option-values.ts'
import { type GroupOption, isOnlyCounted, sortsGroups } from './groups.ts'
import { readVariables } from './jq.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'

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

const all = {
  group: 'Filter options',
  topic: 'filters',
  conflicts: rules('Filters read all pages.', 'page', 'wire'),
} as const

const needsAll = {
  ...all,
  list: true,
  conflicts: [
    ...all.conflicts,
    ...rules('Sorting and counting need all records in one run.', 'checkpoint', 'resume'),
  ],
} as const

export const filter: OptionFamily<FilterOption, Filter | undefined> = {
  /** `--only` is for lists without an endpoint that takes ids (`partners show` searches the list), `--not-lent-by` for loans and any path. */
  options: (endpoint) => {
    const type = typeOf(endpoint)
    const isList = !type.single
    return [
      ...optionsIf(isList, {
        ...all,
        name: 'filter',
        long: '--filter',
        value: 'conditions',
        list: true,
        verbatim: true,
        holdsConditions: true,
        brief: 'keep matching records: "asked:<300 country:kenya"',
      }),
      ...optionsIf(isList, {
        ...all,
        name: 'where',
        long: '--where',
        value: 'expression',
        brief: 'keep records for which a jq expression is true',
      }),
      ...optionsIf(
        isList,
        {
          ...needsAll,
          name: 'order',
          long: '--order',
          value: 'field',
          brief: 'sort by a field; :desc reverses',
          knownFields: 'values',
        },
        {
          ...needsAll,
          name: 'at_most',
          long: '--at-most',
          value: 'n:field',
          brief: 'keep the first n records of each value',
        },
      ),
      ...optionsIf(type.kind === 'loan' && isLimited(endpoint), {
        ...needsAll,
        list: false,
        name: 'budget',
        long: '--budget',
        value: 'dollars',
        secondary: true,
        brief: 'spend this amount in shares of $25',
      }),
      ...optionsIf(type.kind === 'loan' || endpoint.returns === undefined, {
        ...all,
        name: 'not_lent_by',
        long: '--not-lent-by',
        value: 'lender',
        list: true,
        offers: ['@me'],
        brief: "drop the loans of a lender; '@me': your own",
      }),
      ...optionsIf(isLimited(endpoint) && type.idFields !== undefined && !isShownById(type.kind), {
        ...all,
        name: 'only',
        long: '--only',
        value: 'id',
        list: true,
        brief: 'keep the records with these ids',
      }),
    ]
  },
  read: (given) => (filtering.some((name) => given.has(name)) ? readFilter(given) : undefined),
}

const filtering = ['only', 'filter', 'not_lent_by', 'where', 'order', 'at_most', 'budget'] as const

/** Whether another command shows these records by id. */
const isShownById = (kind: string | undefined) =>
  Object.values(recordTypes).some((type) => type.kind === kind && type.maxIds !== undefined)

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
      .map(parseOrder),
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
    return { count: parseWhole('--at-most', count), path: parsePath('--at-most', text, name) }
  throw new KivaError('usage', `invalid value "${text}" for --at-most: expected n:field`, {
    hint: 'Example: --at-most 1:partner_id.',
  })
}
