import type { Action } from '../action.ts'

export const logout = {
  name: 'logout',
  brief: 'Log out',
  params: { all: { kind: 'flag', brief: 'log out of all hosts, not only the one of --base-url' } },
  examples: ['', '--all'],
} as const satisfies Action
