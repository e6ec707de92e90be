import type { Action } from '../action.ts'

export const authStatus = {
  name: 'auth status',
  brief: 'Show the login: account, scopes and source',
  about:
    'Shows the account, the scopes, the host, and where the token comes from. Never shows secrets. No request is sent.',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
