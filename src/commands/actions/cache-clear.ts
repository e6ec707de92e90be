import type { Action } from '../action.ts'

export const cacheClear = {
  name: 'cache clear',
  brief: 'Delete all cached responses',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
