/** Options that print what is new or changed since the last run. */

import { typeOf } from '../../api/endpoint.ts'
import { formatsWhere } from '../../output/formats.ts'
import type { MarkRequest } from '../../records/request.ts'
import { parseName } from '../name.ts'
import { rules } from '../option-spec.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'

type MarkOption = 'new' | 'changes' | 'mark' | 'peek' | 'mark_only'

const marks = { group: 'Filter options', topic: 'marks' } as const

const reading = {
  ...marks,
  conflicts: rules('A mark records what a run has printed.', 'wire', 'watch', 'checkpoint', 'resume'),
} as const

const beside = {
  ...marks,
  secondary: true,
  requires: rules('Example: --new --mark daily.', 'new', 'changes'),
} as const

/** Prints what is new or changed since the last run. */
export const mark: OptionFamily<MarkOption, MarkRequest | undefined> = {
  options: (endpoint) =>
    optionsIf(
      !typeOf(endpoint).single,
      { ...reading, name: 'new', long: '--new', brief: 'print records that no earlier run printed' },
      {
        ...reading,
        name: 'changes',
        long: '--changes',
        brief: 'print what changed since the last run',
        formats: formatsWhere(({ idsOnly }) => !idsOnly),
        conflicts: [
          ...reading.conflicts,
          ...rules('--new prints new records, --changes also changed and removed ones.', 'new'),
          ...rules('--changes compares whole lists.', 'order', 'at_most', 'limit', 'page'),
        ],
      },
      {
        ...beside,
        name: 'mark',
        long: '--mark',
        value: 'name',
        brief: 'name of the mark; default: one per command line',
      },
      { ...beside, name: 'peek', long: '--peek', brief: 'do not move the mark' },
      { ...beside, name: 'mark_only', long: '--mark-only', brief: 'print nothing at the first run' },
    ),
  read: (given) => {
    if (!given.has('new') && !given.has('changes')) return undefined
    const name = given.last('mark')
    return {
      kind: given.has('new') ? 'new' : 'changes',
      name: name === undefined ? undefined : parseName('mark', name),
      peek: given.has('peek'),
      silent: given.has('mark_only'),
    }
  },
}
