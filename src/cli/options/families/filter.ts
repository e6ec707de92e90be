/** Options that filter, sort and limit records after they are read. */
import { isLimited, typeOf } from '../../../api/endpoint.ts'
import { recordTypes } from '../../../api/records/record-types.ts'
import { rules } from '../../option-spec.ts'
import { type OptionFamily, optionsIf } from '../option-family.ts'
import type { Filter, FilterOption } from '../readers/filter.ts'

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
  /** `--only` is for lists without an endpoint that takes ids, `--not-lent-by` for loans and any path. */
  options: (endpoint) => {
    const type = typeOf(endpoint)
    const isList = !type.single
    return [
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
      ...optionsIf(type.kind === 'loan' || endpoint.returns === undefined, {
        ...all,
        name: 'not_lent_by',
        long: '--not-lent-by',
        value: 'lender',
        list: true,
        brief: 'drop the loans of a lender',
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
      ? (await import('../readers/filter.ts')).readFilter(given)
      : undefined,
}

const filtering = ['only', 'not_lent_by', 'where', 'order', 'at_most'] as const

/** Whether another command shows these records by id. */
const isShownById = (kind: string | undefined) =>
  Object.values(recordTypes).some((type) => type.kind === kind && type.maxIds !== undefined)
