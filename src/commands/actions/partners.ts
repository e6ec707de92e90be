import type { Action } from '../action.ts'
import { partners } from '../resources/partners.ts'

export const partnersShow = {
  name: 'partners show',
  brief: 'Show field partners: rating, losses, countries',
  params: { ids: { kind: 'number', argument: true, list: true, brief: 'field partner ids' } },
  prints: 'api-records',
  finds: partners.endpoints.list,
  examples: ['101', '101 133 --across', '101 --fields id,name,rating -o json'],
} as const satisfies Action
