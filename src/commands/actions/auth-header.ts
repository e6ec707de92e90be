import type { Action } from '../action.ts'

export const authHeader = {
  name: 'auth header',
  brief: 'Print a signed Authorization header',
  params: {
    method: { kind: 'string', argument: true, brief: 'HTTP method of the request, such as GET' },
    url: {
      kind: 'string',
      argument: true,
      brief: 'full URL of the request, query included',
      placeholder: 'URL',
    },
  },
  examples: [
    'GET https://api.kivaws.org/v1/my/account.json',
    'GET "https://api.kivaws.org/v1/my/account.json?app_id=org.example.app"',
  ],
} as const satisfies Action
