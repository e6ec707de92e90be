/** `kiva commands` and `kiva skill`: describe the tool to programs and agents. */
import type { Action } from '../action.ts'

export const listCommands = {
  name: 'commands',
  brief: 'List all commands (-o json for tools)',
  about:
    'With -o json it prints a manifest: commands with arguments, options and examples, the fields of all records, formats, exit codes and environment variables. The manifest describes this version. No request is sent.',
  params: {
    schema: { kind: 'flag', brief: 'print the JSON Schema of the manifest' },
  },
  examples: ['', '-o json', '--schema'],
} as const satisfies Action

export const skill = {
  name: 'skill',
  brief: 'Print instructions for coding agents',
  about:
    'Prints Markdown with front matter that explains this version of kiva. -o has no effect. No request is sent.',
  params: {},
  examples: ['', '> kiva.markdown'],
} as const satisfies Action
