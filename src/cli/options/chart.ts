/** Options that choose what a chart or a map counts. */

import { typeOf } from '../../api/endpoint.ts'
import { fieldMeant, namesOfFields, namesOfNumbers } from '../../api/records/field-aliases.ts'
import { KivaError } from '../../errors.ts'
import type { Aggregation } from '../../output/view.ts'
import { rules } from '../option-spec.ts'
import type { OptionFamily } from './option-family.ts'

const output = { group: 'Output options', implies: 'chart' } as const

export const chart: OptionFamily<'by' | 'sum' | 'count', Aggregation> = {
  options: (endpoint) => [
    {
      ...output,
      name: 'by',
      long: '--by',
      value: 'field',
      topic: 'charts',
      brief: 'draw a chart by this field, such as country',
      get known() {
        return namesOfFields(typeOf(endpoint).fields)
      },
      formats: ['chart'],
    },
    {
      ...output,
      name: 'sum',
      long: '--sum',
      value: 'field',
      topic: 'charts',
      brief: 'add this field up, such as amount',
      get known() {
        return namesOfNumbers(typeOf(endpoint).fields)
      },
      formats: ['chart', 'map'],
    },
    {
      ...output,
      name: 'count',
      long: '--count',
      brief: 'count records; the default',
      formats: ['chart', 'map'],
      conflicts: rules('Give one of them.', 'sum'),
    },
  ],
  read: (given, { endpoint }) => {
    const { fields } = typeOf(endpoint)
    const named = (name: 'by' | 'sum') => {
      const text = given.last(name)
      if (text === undefined) return undefined
      const path = fieldMeant(text.trim(), fields)
      if (path.every((key) => key !== '')) return path
      throw new KivaError('usage', `--${name} does not understand "${text}"`, {
        hint: 'It takes the name or path of one field: location.country.',
      })
    }
    return { by: named('by'), sum: named('sum') }
  },
}
