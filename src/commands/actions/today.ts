/** `kiva today`: what happened since the last look, in one screen. */
import type { Action } from '../action.ts'

export const today = {
  name: 'today',
  inExplore: true,
  brief: 'Show changes since you last looked',
  params: { peek: { kind: 'flag', brief: 'do not move the marks: the next run shows the same again' } },
  examples: ['', '--peek', '-o json'],
} as const satisfies Action
