import type { Action } from '../action.ts'

export const authHeader = {
  name: 'auth header',
  brief: 'Print a freshly signed Authorization header',
  about:
    'For use with another program. The header is good for one request with that method to that address, and soon goes stale. It is only made for the origin that the token belongs to.',
  params: {
    method: { kind: 'string', argument: true, brief: 'HTTP method of the request, such as GET' },
    url: { kind: 'string', argument: true, brief: 'its whole address, query included', placeholder: 'URL' },
  },
  examples: [
    'GET https://api.kivaws.org/v1/my/account.json',
    'GET "https://api.kivaws.org/v1/my/account.json?app_id=org.example.app"',
  ],
} as const satisfies Action
