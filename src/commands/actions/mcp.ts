import type { Action } from '../action.ts'

export const mcp = {
  name: 'mcp',
  brief: "Serve the API's tools to agents (MCP)",
  params: {
    tools: {
      kind: 'string',
      list: true,
      brief: 'resources or tools to offer (default: all)',
      placeholder: 'name',
    },
  },
  examples: ['', '--sandbox', '--tools loans,partners_list'],
} as const satisfies Action
