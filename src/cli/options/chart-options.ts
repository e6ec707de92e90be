/** The options of drawings that sum records up. */
import { type AnyEndpoint, typeOf } from '../../api/endpoint.ts'
import { namesOfFields, namesOfNumbers } from '../../api/records/field-aliases.ts'
import type { OptionSpec } from '../option-spec.ts'

const output = { group: 'Output options' } as const

/** What goes for an endpoint: the fields that are known of its records are told. */
export function chartOptions(endpoint: AnyEndpoint): readonly OptionSpec[] {
  return [
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
    },
    {
      ...output,
      name: 'sum',
      long: '--sum',
      value: 'field',
      topic: 'charts',
      brief: 'with -o chart or map: add this field up, such as amount',
      get known() {
        return namesOfNumbers(typeOf(endpoint).fields)
      },
    },
    { ...output, name: 'count', long: '--count', brief: 'with -o chart or map: count records; the default' },
  ]
}
