/** `kiva saved`: command lines to run again. */
import type { Action } from '../action.ts'

const name = {
  kind: 'string',
  argument: true,
  brief: 'name of the command: letters, digits, - and _',
} as const

export const savedAdd = {
  name: 'saved add',
  brief: 'Save a command under a name',
  params: {
    name,
    command: { kind: 'string', argument: true, list: true, rest: true, brief: 'command with its options' },
  },
  examples: [
    'food -- loans search --status fundraising --sector Food',
    'spring -- loans show @spring --fields id,name,status -o csv',
  ],
} as const satisfies Action

/** The saved command takes its place before it would run: see `src/main.ts`. */
export const savedRun = {
  name: 'saved run',
  brief: 'Run a saved command',
  params: {
    name,
    more: {
      kind: 'string',
      argument: true,
      list: true,
      rest: true,
      optional: true,
      brief: 'options and ids to append to the command',
    },
  },
  examples: ['food', 'food --limit 5 -o json'],
} as const satisfies Action

export const savedList = {
  name: 'saved list',
  brief: 'List the saved commands',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action

export const savedRemove = {
  name: 'saved remove',
  brief: 'Remove a saved command',
  params: { name },
  examples: ['food', 'food -o json'],
} as const satisfies Action
