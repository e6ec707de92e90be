/** `kiva commands` and `kiva skill`: describe the tool to programs and agents. */
import type { Action } from '../action.ts'

export const listCommands = {
  name: 'commands',
  brief: 'List all commands (-o json for tools)',
  params: {
    schema: { kind: 'flag', brief: 'print the JSON Schema of the manifest' },
  },
  examples: ['', '-o json', '--schema'],
} as const satisfies Action

export const skill = {
  name: 'skill',
  brief: 'Print instructions for coding agents',
  params: {},
  examples: ['', '> kiva.markdown'],
} as const satisfies Action
