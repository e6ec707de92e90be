import type { Action } from '../action.ts'

export const doctor = {
  name: 'doctor',
  brief: 'Look for what is wrong with the set-up of this machine',
  about:
    'Tells versions, folders, settings, credentials, terminal and proxy, each with its next step where one is needed. Ends with exit code 3 where there is a problem. It shows no secret, and changes nothing.',
  params: {
    network: {
      kind: 'flag',
      brief: 'ask the service and its authorization page too, once each, and compare the clocks',
    },
  },
  mends: true,
  examples: ['', '--network', '-o json'],
} as const satisfies Action
