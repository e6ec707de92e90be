/** `kiva cache`: the replies that --cache keeps. */
import type { Action } from '../action.ts'

export const cacheInfo = {
  name: 'cache info',
  brief: 'Show the location and size of the cache',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action

export const cacheClear = {
  name: 'cache clear',
  brief: 'Delete all cached responses',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
