import type { Action } from '../action.ts'

export const doctor = {
  name: 'doctor',
  brief: 'Check your setup',
  params: {
    network: {
      kind: 'flag',
      brief: 'send one request each to the API and the login page (default)',
    },
  },
  toleratesInvalidSettings: true,
  examples: ['', '--offline', '-o json'],
} as const satisfies Action
