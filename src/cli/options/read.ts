/** Options that say how much of a list is read, how often, and what an empty result means. */

import { isLimited, listedParam, typeOf } from '../../api/endpoint.ts'
import { parseWhole } from '../../api/values.ts'
import { defaultConcurrency, type Extent, type MarkRequest } from '../../records/request.ts'
import { rules } from '../option-spec.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'
import type { MarkOption, Watching } from './small-readers.ts'

/** An upper bound. The live service's firewall blocks clients at far fewer concurrent requests. */
const maxConcurrency = 64

const bulk = { group: 'Bulk options' } as const

/** Limits how much of a list is read. */
export const extent: OptionFamily<'all' | 'limit' | 'concurrency' | 'strict_paging', Extent> = {
  /**
   * Lists requested by id have a fixed length, so only others take a limit. Only paged lists can change
   * during a read.
   */
  options: (endpoint) => [
    ...optionsIf(
      isLimited(endpoint),
      { ...bulk, name: 'all', long: '--all', brief: 'read all pages' },
      {
        ...bulk,
        name: 'limit',
        short: '-L',
        long: '--limit',
        value: 'n',
        brief: 'stop after n records',
      },
    ),
    ...optionsIf(endpoint.paged || listedParam(endpoint) !== undefined, {
      ...bulk,
      name: 'concurrency',
      long: '--concurrency',
      value: 'n',
      brief: 'number of requests at the same time',
      default: String(defaultConcurrency),
    }),
    ...optionsIf(endpoint.paged, {
      ...bulk,
      name: 'strict_paging',
      long: '--strict-paging',
      brief: 'exit with code 9 if the list changed while it was read',
    }),
  ],
  read: (given) => {
    const [limit, concurrency] = [given.last('limit'), given.last('concurrency')]
    return {
      all: given.has('all'),
      limit: limit === undefined ? undefined : parseWhole('--limit', limit),
      concurrency:
        concurrency === undefined ? undefined : parseWhole('--concurrency', concurrency, 1, maxConcurrency),
      strict: given.has('strict_paging'),
    }
  },
}

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
  read: async (given) =>
    given.has('new') || given.has('changes')
      ? (await import('./small-readers.ts')).readMark(given)
      : undefined,
}

/** Repeats a request and shows changes. */
export const watch: OptionFamily<'watch' | 'until', Watching | undefined> = {
  options: () => [
    {
      name: 'watch',
      long: '--watch',
      value: 'duration',
      brief: 'repeat the request, such as every 30s, and show changes',
      group: 'Output options',
      conflicts: rules(
        'To save changes, redirect the output: --watch 30s -o ndjson > changes.ndjson.',
        'wire',
        'out',
        'missing',
        'checkpoint',
        'resume',
        'raw_output',
        'curl',
        'dry_run',
      ),
    },
    {
      name: 'until',
      long: '--until',
      value: 'expression',
      brief: 'stop when this jq expression is true for the array of all records',
      group: 'Output options',
      requires: rules('Add an interval, such as --watch 30s.', 'watch'),
    },
  ],
  read: async (given, command) =>
    given.has('watch') ? (await import('./small-readers.ts')).readWatch(given, command) : undefined,
}

/** Makes an empty result a failure. */
export const failEmpty: OptionFamily<'fail_empty', boolean> = {
  options: (endpoint) =>
    optionsIf(!typeOf(endpoint).single, {
      name: 'fail_empty',
      long: '--fail-empty',
      brief: 'exit with code 10 if no record is printed',
      group: 'Output options',
      conflicts: rules('--fail-empty counts printed records.', 'wire', 'watch', 'web'),
    }),
  read: (given) => given.has('fail_empty'),
}
