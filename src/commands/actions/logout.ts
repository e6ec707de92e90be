import type { Action } from '../action.ts'

export const logout = {
  name: 'logout',
  brief: 'Log out',
  about:
    'Deletes the token, the client secret and any unfinished login from the config folder. Kiva accepts the token until it expires or you revoke it in your account preferences.',
  params: { all: { kind: 'flag', brief: 'log out of all hosts, not only the one of --base-url' } },
  examples: ['', '--all'],
} as const satisfies Action
