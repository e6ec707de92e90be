import type { Action } from '../action.ts'

export const cacheInfo = {
  name: 'cache info',
  brief: 'Show the location and size of the cache',
  about: 'The cache holds responses that --cache saved and --offline reads. No request is sent.',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
