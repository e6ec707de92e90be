/** `kiva commands` and `kiva skill`: describe the tool to programs and agents. */
import type { Action } from '../action.ts'

export const listCommands = {
  name: 'commands',
  brief: 'List all commands, to a program with everything about them',
  about:
    'The manifest, -o json, has commands with their arguments and options, the fields of all records, formats, exit codes, variables and examples. It is of this version, and made of what the commands themselves are made of. Nothing is sent.',
  params: {
    schema: { kind: 'flag', brief: 'print the JSON Schema of the manifest in its place' },
  },
  examples: ['', '-o json', '--schema'],
} as const satisfies Action

export const skill = {
  name: 'skill',
  brief: 'Print a page that teaches a coding agent to use kiva',
  about: 'Markdown with front matter, of this version, whatever the format. Nothing is sent.',
  params: {},
  examples: ['', '> kiva.markdown'],
} as const satisfies Action
