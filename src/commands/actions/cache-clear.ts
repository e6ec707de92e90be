import type { Action } from '../action.ts'

export const cacheClear = {
  name: 'cache clear',
  brief: 'Delete all cached responses',
  about:
    'Deletes the responses saved by --cache and prints how many there were. Other files in the cache folder are kept.',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
