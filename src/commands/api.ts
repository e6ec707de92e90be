import type { AnyEndpoint } from '../api/endpoint.ts'
import type { Action } from './action.ts'

/** Declared as an action for help and reference, but run as the endpoint that matches its path. */
export const api = {
  name: 'api',
  brief: 'Send a GET request to any API path',
  about:
    'The path may start with /v1 and end with .json, or be a full URL of the API, query included. Percent-encoded characters are kept; other special characters are encoded. Fields are sent unchecked, in the given order.\n\nIf another command uses the same path, kiva api prints the same records, reads the same pages, and signs the request if a login is needed. Requests to other paths are never signed; kiva prints the only list in the response, or else the only object, or else the whole response. The suffixes .xml, .html and .rss select --wire. kiva api sends only GET requests, and only to the API of this run.',
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
