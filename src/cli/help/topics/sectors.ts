import { knownValues } from '../../../api/gaps.ts'
import type { Topic } from './topic.ts'

export const sectors: Topic = {
  brief: 'Sectors of business, for --sector',
  page: () => [
    'Written in any case, with spaces or dashes: --sector "Personal Use",food. Other sectors are sent as they are given: the service does not say which there are.',
    { heading: 'Sectors', content: knownValues.sector },
  ],
}
