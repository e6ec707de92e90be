import { knownValues } from '../../../../api/gaps.ts'
import { countryName } from '../../../../api/values/country-names.ts'
import { loans } from '../../../../commands/resources/loans.ts'
import type { Row } from '../../layout.ts'
import type { Topic } from '../topic.ts'

export const countries: Topic = {
  brief: 'Codes of countries and regions',
  page: () => [
    'Two-letter ISO 3166-1 codes, in upper or lower case: --country-code KE,UG. These are the countries where Kiva is known to lend or to have partners. Other codes are accepted too.',
    {
      heading: 'Countries',
      content: knownValues.country_code.map((code): Row => [code, countryName(code) ?? '']),
    },
    { heading: 'Regions (--region)', content: Object.entries(loans.endpoints.search.params.region.names) },
  ],
}
