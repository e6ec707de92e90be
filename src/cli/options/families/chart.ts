/** Options that choose what a chart or a map counts. */
import type { Aggregation } from '../../../output/view.ts'
import { rules } from '../../option-spec.ts'
import type { OptionFamily } from '../option-family.ts'

const output = { group: 'Output options', implies: 'chart' } as const

export const chart: OptionFamily<'by' | 'sum' | 'count', Aggregation> = {
  options: () => [
    {
      ...output,
      name: 'by',
      long: '--by',
      value: 'field',
      topic: 'charts',
      brief: 'draw a chart that counts records by this field',
      knownFields: 'values',
      formats: ['chart'],
    },
    {
      ...output,
      name: 'sum',
      long: '--sum',
      value: 'field',
      topic: 'charts',
      brief: 'add up this field instead of counting',
      knownFields: 'numbers',
      formats: ['chart', 'map'],
    },
    {
      ...output,
      name: 'count',
      long: '--count',
      brief: 'count records, the default',
      formats: ['chart', 'map'],
      conflicts: rules('--count is the default: leave it out.', 'sum'),
    },
  ],
  read: async (given) =>
    given.has('by') || given.has('sum') ? (await import('../readers/chart.ts')).readChart(given) : nothing,
}

const nothing: Aggregation = { by: undefined, sum: undefined }
