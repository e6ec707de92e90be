import type { Action } from '../action.ts'

export const cacheClear = {
  name: 'cache clear',
  brief: 'Remove all answers that were kept',
  about: 'Removes what --cache has kept, and tells how much that was. Other files in that folder stay.',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
