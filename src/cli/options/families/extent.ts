/** Options that limit how much of a list is read, and control how. */
import { isLimited, listedParam } from '../../../api/endpoint.ts'
import { parseWhole } from '../../../api/values/values.ts'
import type { Extent } from '../../../read/reading.ts'
import { type OptionFamily, optionsIf } from '../option-family.ts'

/** The default number of concurrent requests. See docs/performance.md, Bulk, for the reason. */
const defaultConcurrency = 4

/** An upper bound. The live service's firewall blocks clients at far fewer concurrent requests. */
const maxConcurrency = 64

const bulk = { group: 'Bulk options' } as const

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
        concurrency === undefined
          ? defaultConcurrency
          : parseWhole('--concurrency', concurrency, 1, maxConcurrency),
      strict: given.has('strict_paging'),
    }
  },
}
