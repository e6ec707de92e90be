/** `kiva shortlist`: lists of ids in text files. */
import type { Action } from '../action.ts'

const name = { kind: 'string', argument: true, brief: 'name of the list: letters, digits, - and _' } as const

export const shortlistAdd = {
  name: 'shortlist add',
  brief: 'Add ids to a shortlist',
  params: {
    name,
    ids: {
      kind: 'string',
      argument: true,
      list: true,
      brief: 'ids or addresses of pages; - reads them from standard input, @NAME from another list',
    },
    note: { kind: 'string', brief: 'note for these ids; replaces an older one', placeholder: 'text' },
  },
  examples: ['spring 2100001 2100080 --note "ends soon"', 'spring 2100003'],
} as const satisfies Action

export const shortlistRemove = {
  name: 'shortlist remove',
  brief: 'Remove ids from a shortlist, or the whole list',
  params: { name, ids: { ...shortlistAdd.params.ids, optional: true } },
  examples: ['spring 2100080', 'spring'],
} as const satisfies Action

export const shortlistList = {
  name: 'shortlist list',
  brief: 'List shortlists, or the ids of one',
  params: { name: { ...name, optional: true } },
  examples: ['', 'spring'],
} as const satisfies Action
