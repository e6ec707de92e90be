import { knownValues } from '../../../api/gaps.ts'
import { countryName } from '../../../api/values/country-names.ts'
import type { Row } from '../layout.ts'
import type { Topic } from './topic.ts'

export const countries: Topic = {
  brief: 'Country codes, for --country-code',
  page: () => [
    'The two letters of ISO 3166-1, in either case: --country-code KE,UG. Other countries are taken too; these are the ones that the service is known to lend to, or to have partners in.',
    {
      heading: 'Countries',
      content: knownValues.country_code.map((code): Row => [code, countryName(code) ?? '']),
    },
  ],
}
