/** `kiva saved`: command lines to run again. `kiva shortlist`: lists of ids. */
import type { Action } from '../action.ts'

const name = {
  kind: 'string',
  argument: true,
  brief: 'name of the command: letters, digits, - and _',
  offers: ['saved'],
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
    'in -- loans search --country-code {1}',
    'spring -- loans show @spring --fields id,name,status -o csv',
  ],
} as const satisfies Action

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
      brief: 'values that it takes; options and ids to append',
    },
  },
  prints: 'api-records',
  rewrite: 'saved',
  examples: ['food', 'food --limit 5 -o json'],
} as const satisfies Action

export const savedList = {
  name: 'saved list',
  inExplore: true,
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

const listName = {
  kind: 'string',
  argument: true,
  brief: 'name of the list: letters, digits, - and _',
  offers: ['shortlists'],
} as const

export const shortlistAdd = {
  name: 'shortlist add',
  inExplore: true,
  brief: 'Add ids to a shortlist',
  params: {
    name: listName,
    ids: {
      kind: 'string',
      argument: true,
      list: true,
      brief: 'ids or addresses of pages; - reads them from standard input, @NAME from another list',
      offers: ['@shortlists', '@me'],
    },
    note: { kind: 'string', brief: 'note for these ids; replaces an older one', placeholder: 'text' },
  },
  examples: ['spring 2100001 2100080 --note "ends soon"', 'spring 2100003'],
} as const satisfies Action

export const shortlistRemove = {
  name: 'shortlist remove',
  inExplore: true,
  brief: 'Remove ids from a shortlist, or the whole list',
  params: { name: listName, ids: { ...shortlistAdd.params.ids, optional: true } },
  examples: ['spring 2100080', 'spring'],
} as const satisfies Action

export const shortlistList = {
  name: 'shortlist list',
  aliases: ['show'],
  inExplore: true,
  brief: 'List shortlists, or the ids of one',
  params: { name: { ...listName, optional: true } },
  examples: ['', 'spring'],
} as const satisfies Action
