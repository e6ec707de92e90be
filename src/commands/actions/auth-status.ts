import type { Action } from '../action.ts'

export const authStatus = {
  name: 'auth status',
  brief: 'Show who is logged in, and by what',
  about:
    'Tells the account, the scopes, the origin, and where the token comes from. No secret is shown, and the service is not asked.',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
