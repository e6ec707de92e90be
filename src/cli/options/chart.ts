/** Options that choose what a chart or a map counts. */
import { KivaError } from '../../errors.ts'
import type { Aggregation } from '../../output/view.ts'
import { rules } from '../option-spec.ts'
import type { OptionFamily } from './option-family.ts'

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
  read: (given) => {
    const named = (name: 'by' | 'sum') => {
      const text = given.last(name)
      if (text === undefined) return undefined
      const path = text.trim().split('.')
      if (path.every((key) => key !== '')) return path
      throw new KivaError('usage', `invalid value "${text}" for --${name}`, {
        hint: 'Use the name or path of one field, such as location.country.',
      })
    }
    return { by: named('by'), sum: named('sum') }
  },
}
