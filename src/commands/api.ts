import type { AnyEndpoint } from '../api/endpoint.ts'
import type { Action } from './action.ts'

/** Declared as an action for help and reference, but run as the endpoint that matches its path. */
export const api = {
  name: 'api',
  brief: 'Send a GET request to any API path',
  params: {
    path: {
      kind: 'string',
      argument: true,
      brief: 'API path, such as loans/84/lenders or "loans/search?q=maize"',
    },
    field: {
      kind: 'string',
      list: true,
      verbatim: true,
      brief: 'send a query parameter',
      placeholder: 'key=value',
    },
  },
  prints: 'api-records',
  examples: [
    'loans/newest',
    'loans/search -f status=fundraising -f sector=Food --limit 5',
    '/v1/loans/2100001/lenders.json -o ndjson',
    'my/account --curl',
  ],
} as const satisfies Action

/** An endpoint for paths outside the catalogue. Its type is unknown, so every option is allowed. */
export const anyPath = {
  path: '/',
  brief: api.brief,
  params: {},
  returns: undefined,
  paged: true,
  formats: ['html', 'json', 'xml', 'rss'],
  examples: [],
} as const satisfies AnyEndpoint

/** The sort parameter of lists that can be sorted by age only. */
export const sort_by = {
  kind: 'string',
  brief: 'sort order',
  choices: ['oldest', 'newest'],
  default: 'newest',
} as const
