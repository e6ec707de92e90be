import type { Action } from '../action.ts'

export const doctor = {
  name: 'doctor',
  brief: 'Check your setup',
  about:
    'Checks versions, folders, settings, credentials, terminal, proxy, and whether the API and the login page answer (--offline skips the network). Prints problems first, each with its fix. The exit code is 3 if there is a problem. Never shows secrets and never changes anything.',
  params: {
    network: {
      kind: 'flag',
      brief: 'send one request each to the API and the login page (default)',
    },
  },
  toleratesInvalidSettings: true,
  examples: ['', '--offline', '-o json'],
} as const satisfies Action
