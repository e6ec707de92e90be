/** Options that say how much of a list is read, and what an empty result means. */

import { isLimited, listedParam, typeOf } from '../../api/endpoint.ts'
import { parseWhole } from '../../api/values.ts'
import { defaultConcurrency, type Extent } from '../../records/request.ts'
import { rules } from '../option-spec.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'

/** The upper bound of --concurrency. The live service's firewall blocks clients at far fewer concurrent requests. */
const maxConcurrency = 64

const bulk = { group: 'Bulk options' } as const

/** Limits how much of a list is read. */
export const extent: OptionFamily<'all' | 'limit' | 'requests' | 'concurrency' | 'strict_paging', Extent> = {
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
    ...optionsIf(
      endpoint.paged,
      {
        ...bulk,
        name: 'requests',
        long: '--requests',
        value: 'n',
        brief: 'stop after n requests, and print the records so far',
        secondary: true,
        conflicts: rules('It reads as many pages as n requests have.', 'changes', 'wire', 'watch', 'web'),
      },
      {
        ...bulk,
        name: 'strict_paging',
        long: '--strict-paging',
        brief: 'exit with code 9 if the list changed while it was read',
      },
    ),
  ],
  read: (given) => {
    const [limit, requests, concurrency] = (['limit', 'requests', 'concurrency'] as const).map((name) =>
      given.last(name),
    )
    return {
      all: given.has('all'),
      limit: limit === undefined ? undefined : parseWhole('--limit', limit),
      requests: requests === undefined ? undefined : parseWhole('--requests', requests),
      concurrency:
        concurrency === undefined ? undefined : parseWhole('--concurrency', concurrency, 1, maxConcurrency),
      strict: given.has('strict_paging'),
    }
  },
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
