import type { AnyEndpoint } from '../api/endpoint.ts'
import type { Action } from './action.ts'

/** Declared as an action for help and reference, but run as the endpoint that matches its path. */
export const api = {
  name: 'api',
  brief: 'Ask any path of the service',
  about:
    'The path stands below /v1, which may be left out, and so may .json; a whole address of the service will do, query and all. What is percent-encoded already stays as it is, the rest is encoded. Fields are sent as they are given, in their order, unchecked.\n\nA path that another command asks for is read as there: the same records and pages, signed where that needs a login. Any other is read as it comes, never signed: its only list, else its only object, else the whole answer. A suffix .xml, .html or .rss is --wire of that format. Nothing but GET is sent, and nothing to another service than that of this run.',
  params: {
    path: {
      kind: 'string',
      argument: true,
      brief: 'path, such as loans/84/lenders or "loans/search?q=maize"',
    },
    field: {
      kind: 'string',
      list: true,
      verbatim: true,
      brief: 'send a parameter',
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
