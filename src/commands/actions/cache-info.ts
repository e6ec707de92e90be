import type { Action } from '../action.ts'

export const cacheInfo = {
  name: 'cache info',
  brief: 'Show where answers are kept, how many, and how large',
  about: 'About the answers that --cache keeps and --offline reads. The service is not asked.',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action
