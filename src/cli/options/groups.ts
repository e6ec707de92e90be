/** Options that count records, or group them and state the sums and averages of their fields. */

import { listSeparator } from '../../api/gaps.ts'
import { KivaError } from '../../core/errors.ts'
import type { Statistic } from '../../domain/statistics.ts'
import { formats, formatsWhere } from '../../output/formats.ts'
import type { GroupKey } from '../../output/view.ts'
import type { Groups } from '../../records/request.ts'
import type { Given } from '../given.ts'
import { rules } from '../option-spec.ts'
import { parseOrder, parsePath } from '../option-values.ts'
import type { OptionFamily } from './option-family.ts'

/** The statistics, in the order in which they are printed. */
const statistics = ['sum', 'avg', 'median', 'min', 'max'] as const satisfies readonly Statistic[]

/** The options that make groups. */
export const grouping = ['by', ...statistics] as const

export type GroupOption = (typeof grouping)[number] | 'count' | 'order'

const briefs = {
  sum: 'add up these fields, by group or of all records',
  avg: 'average these fields',
  median: 'median of these fields',
  min: 'least value of these fields',
  max: 'greatest value of these fields',
} as const satisfies Readonly<Record<Statistic, string>>

const summing = {
  group: 'Output options',
  topic: 'charts',
  conflicts: [
    ...rules('--watch shows changes of records.', 'watch'),
    ...rules('--changes prints changes of records.', 'changes'),
    ...rules('Groups and counts leave the mark where it is.', 'mark_only'),
    ...rules('Groups and counts are printed after the last record.', 'checkpoint', 'resume'),
    ...rules('Groups and counts have no pages or photos.', 'images', 'read', 'lang', 'full'),
    ...rules('--across compares records.', 'across'),
  ],
} as const

const ofFields = { ...summing, value: 'field', list: true } as const

export const groups: OptionFamily<GroupOption, Groups | undefined> = {
  options: () => [
    {
      ...ofFields,
      name: 'by',
      long: '--by',
      brief: 'group records by these fields; amount:500 for ranges',
      knownFields: 'values',
      formats: formatsWhere((format) => format !== formats.map && !format.idsOnly),
    },
    {
      ...ofFields,
      name: 'sum',
      long: '--sum',
      brief: briefs.sum,
      knownFields: 'numbers',
      formats: formatsWhere(({ idsOnly }) => !idsOnly),
    },
    ...(['avg', 'median', 'min', 'max'] as const).map((name) => ({
      ...ofFields,
      name,
      long: `--${name}`,
      brief: briefs[name],
      knownFields: 'measures' as const,
      secondary: true as const,
      formats: formatsWhere((format) => format !== formats.map && !format.idsOnly),
    })),
    {
      ...summing,
      name: 'count',
      long: '--count',
      brief: 'print the number of records',
      formats: formatsWhere(({ binary, needsAll, idsOnly }) => !binary && !needsAll && !idsOnly),
      yieldsTo: grouping,
      conflicts: [
        ...summing.conflicts,
        ...rules('--count counts the whole list.', 'page'),
        ...rules('--count prints one number: filter records with --where.', 'jq', 'fields'),
      ],
    },
  ],
  read: (given) => (given.has('count') || isGrouped(given) ? readGroups(given) : undefined),
}

/** Throws `KivaError` of kind `usage` for an invalid path. */
function readGroups(given: Given<GroupOption>): Groups {
  const fieldsOf = (option: Statistic) => {
    const names = namesOf(given, option)
    for (const name of names) parsePath(`--${option}`, name, name)
    return [...new Set(names)]
  }
  return {
    by: [
      ...new Map(
        namesOf(given, 'by')
          .map(readKey)
          .map((key) => [key.name, key]),
      ).values(),
    ],
    measures: statistics.flatMap((statistic) => fieldsOf(statistic).map((name) => ({ statistic, name }))),
    isCount: isOnlyCounted(given),
    order: namesOf(given, 'order')
      .filter((text) => sortsGroups(text, given))
      .map(parseOrder),
  }
}

/** Reads `sector`, or `loan_amount:500` for ranges of a number. */
function readKey(text: string): GroupKey {
  const [, name = '', step] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? []
  parsePath('--by', text, name)
  if (takenNames.has(name)) throw takenName(name)
  if (step === undefined) return { name }
  if (/^[1-9]\d{0,8}$/.test(step)) return { name, step: Number(step) }
  throw new KivaError('usage', `invalid value "${text}" for --by: expected a whole number after the colon`, {
    hint: `Groups of ranges: --by ${name}:500.`,
  })
}

const takenNames: ReadonlySet<string> = new Set(['count', ...statistics])

const takenName = (name: string) =>
  new KivaError('usage', `invalid value "${name}" for --by: groups have a column of this name`, {
    hint: 'Use --jq with -o ndjson, and group the results in another program.',
  })

/** Whether records are grouped, or their fields added up. */
const isGrouped = (given: Given<GroupOption>) => grouping.some((name) => given.has(name))

/** Whether only the number of records is asked for. */
export const isOnlyCounted = (given: Given<GroupOption>) => given.has('count') && !isGrouped(given)

/** Returns the names that were given to an option, which takes several with commas. */
const namesOf = (given: Given<GroupOption>, option: GroupOption): readonly string[] =>
  given.all(option).flatMap((text) => text.split(listSeparator).map((name) => name.trim()))

/** Returns the names of the columns of groups: `country`, `count`, `sum.amount`. Empty without groups. */
function groupColumns(given: Given<GroupOption>): readonly string[] {
  if (!isGrouped(given)) return []
  const numbers = statistics.flatMap((name) => namesOf(given, name).map((field) => `${name}.${field}`))
  return [...namesOf(given, 'by').map((text) => text.replace(/:.*/s, '')), 'count', ...numbers]
}

/** Whether a value of `--order`, such as `count:asc`, sorts groups instead of records. */
export const sortsGroups = (text: string, given: Given<GroupOption>): boolean =>
  groupColumns(given).includes(text.replace(/:[^:]*$/, ''))

/** Whether a terminal gets the groups as a chart: one number of one field, with the largest first. */
export const drawsChart = (given: Given<GroupOption | 'fields' | 'jq'>): boolean =>
  namesOf(given, 'by').length === 1 &&
  groupColumns(given).length <= ['by', 'count', 'sum'].length &&
  !given.has('fields') &&
  !given.has('jq') &&
  !namesOf(given, 'order').some((text) => sortsGroups(text, given))
