/** Options that count records, or group them and state the sums and averages of their fields. */

import type { Statistic } from '../../domain/statistics.ts'
import { formats, formatsWhere } from '../../output/formats.ts'
import type { Groups } from '../../records/request.ts'
import { rules } from '../option-spec.ts'
import { type GroupOption, grouping, isGrouped } from './group-columns.ts'
import type { OptionFamily } from './option-family.ts'

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
      brief: 'group records by these fields',
      knownFields: 'values',
      formats: formatsWhere((format) => format !== formats.map),
    },
    { ...ofFields, name: 'sum', long: '--sum', brief: briefs.sum, knownFields: 'numbers' },
    ...(['avg', 'median', 'min', 'max'] as const).map((name) => ({
      ...ofFields,
      name,
      long: `--${name}`,
      brief: briefs[name],
      knownFields: 'measures' as const,
      secondary: true as const,
      formats: formatsWhere((format) => format !== formats.map),
    })),
    {
      ...summing,
      name: 'count',
      long: '--count',
      brief: 'print the number of records',
      formats: formatsWhere(({ binary, needsAll }) => !binary && !needsAll),
      yieldsTo: grouping,
      conflicts: [
        ...summing.conflicts,
        ...rules('--count counts the whole list.', 'page'),
        ...rules('--count prints one number: filter records with --where.', 'jq', 'fields'),
      ],
    },
  ],
  read: async (given) =>
    given.has('count') || isGrouped(given)
      ? (await import('./groups-reader.ts')).readGroups(given)
      : undefined,
}
