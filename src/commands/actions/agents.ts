/** `kiva commands` and `kiva skill` describe the tool to programs and agents; `kiva mcp` serves agents. */
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
  brief: 'Print a guide for agents',
  params: {},
  prints: 'text',
  examples: ['', '> kiva.markdown'],
} as const satisfies Action

export const mcp = {
  name: 'mcp',
  brief: 'Serve tools to agents (MCP)',
  params: {
    tools: {
      kind: 'string',
      list: true,
      brief: 'resources or tools to offer (default: all)',
      placeholder: 'name',
    },
    config: {
      kind: 'string',
      brief: 'print the settings for this application, and exit',
      choices: ['claude-code', 'claude-desktop', 'cursor', 'vscode'],
      placeholder: 'host',
    },
  },
  prints: 'text',
  examples: ['', '--sandbox', '--config claude-desktop', '--tools loans,partners_list'],
} as const satisfies Action
