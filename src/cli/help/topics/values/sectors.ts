import { knownValues } from '../../../../api/gaps.ts'
import type { Topic } from '../topic.ts'

export const sectors: Topic = {
  brief: 'Business sectors, for --sector',
  page: () => [
    'Upper or lower case, with spaces or dashes: --sector "Personal Use",food. The API does not list its sectors, so other values are accepted and sent unchanged.',
    { heading: 'Sectors', content: knownValues.sector },
  ],
}
