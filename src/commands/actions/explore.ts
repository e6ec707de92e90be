/** `kiva explore`: the marketplace on the full screen. */
import type { Action } from '../action.ts'

export const explore = {
  name: 'explore',
  brief: 'Browse loans, lenders and teams on the full screen',
  params: {
    command: {
      kind: 'string',
      argument: true,
      list: true,
      rest: true,
      optional: true,
      brief: 'list or record to start with; default: loans by time left',
    },
    print: {
      kind: 'string',
      brief: 'print the marked records on Enter, and quit',
      choices: ['ids', 'json', 'ndjson', 'url'],
      placeholder: 'format',
    },
    theme: {
      kind: 'string',
      brief: 'colors',
      choices: ['normal', 'high-contrast', 'mono'],
      default: 'normal',
    },
    images: {
      kind: 'string',
      brief: 'how photos are drawn',
      choices: ['auto', 'kitty', 'iterm2', 'sixel', 'blocks', 'none'],
      default: 'auto',
      placeholder: 'protocol',
    },
  },
  prints: 'text',
  rewrite: 'explore-line',
  examples: ['', 'loans search --sector Food', 'teams loans 201', '--print ids loans search --sector Food'],
} as const satisfies Action
