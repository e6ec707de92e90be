import type { Action } from '../action.ts'

export const authStatus = {
  name: 'auth status',
  brief: 'Show the login: account, scopes and source',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
