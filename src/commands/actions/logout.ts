import type { Action } from '../action.ts'

export const logout = {
  name: 'logout',
  brief: 'Forget the token on this machine',
  about:
    'Removes the token, the client secret and any login under way from the config folder. The service keeps accepting the token until it expires or you revoke it in your account preferences.',
  params: { all: { kind: 'flag', brief: 'of every service, not only the one of --base-url' } },
  examples: ['', '--all'],
} as const satisfies Action
