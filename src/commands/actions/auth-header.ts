import type { Action } from '../action.ts'

export const authHeader = {
  name: 'auth header',
  brief: 'Print a signed Authorization header',
  about:
    'Use it to send a signed request with another program. The header is valid for one request with this method and URL, and only for a short time. The URL must be on the host that the token belongs to.',
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
