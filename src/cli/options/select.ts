/** Options that select records after they are read, and add fields to them. */

import { isLimited, typeOf } from '../../api/endpoint.ts'
import { allDerivedGroups, derivedGroupsOf, recordTypes } from '../../api/records/record-types.ts'
import type { Derive, Filter } from '../../records/request.ts'
import { me } from '../me.ts'
import { rules } from '../option-spec.ts'
import type { DeriveOption } from './derive-reader.ts'
import type { FilterOption } from './filter-reader.ts'
import { grouping } from './group-columns.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'

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
  read: async (given) =>
    filtering.some((name) => given.has(name))
      ? (await import('./filter-reader.ts')).readFilter(given)
      : undefined,
}

const filtering = ['only', 'filter', 'not_lent_by', 'where', 'order', 'at_most', 'budget'] as const

/** Whether another command shows these records by id. */
const isShownById = (kind: string | undefined) =>
  Object.values(recordTypes).some((type) => type.kind === kind && type.maxIds !== undefined)

/** Options that may name derived fields. */
const naming = ['fields', 'order', 'at_most', 'filter', 'where', 'jq', ...grouping] as const

/** Adds derived fields to records. */
export const derive: OptionFamily<DeriveOption, Derive | undefined> = {
  /** `kiva api` knows its type of records when it has read the path. */
  options: (endpoint) => {
    const groups = endpoint.returns === undefined ? allDerivedGroups : derivedGroupsOf(typeOf(endpoint))
    return [
      ...optionsIf(groups.length > 0, {
        name: 'with',
        long: '--with',
        value: 'group',
        list: true,
        brief: 'add derived fields',
        choices: groups,
        group: 'Filter options',
        topic: 'derived',
        conflicts: rules('--wire prints the response unchanged.', 'wire'),
      }),
      ...optionsIf(groups.includes('mine'), {
        name: 'lender',
        long: '--lender',
        value: 'lender',
        brief: 'lender for --with mine',
        default: me,
        offers: [me],
        secondary: true,
        group: 'Filter options',
        topic: 'derived',
      }),
    ]
  },
  read: async (given, command) =>
    given.has('with') ||
    given.has('budget') ||
    given.has('lender') ||
    naming.some((option) => given.has(option))
      ? (await import('./derive-reader.ts')).readDerive(given, command)
      : undefined,
}
