import type { Action } from '../action.ts'

export const cacheInfo = {
  name: 'cache info',
  brief: 'Show the location and size of the cache',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
