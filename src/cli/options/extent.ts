/** How much of a list is read, as the command line says. */
import { parseWhole } from '../../api/values/values.ts'
import type { Extent } from '../invocation.ts'
import type { Given } from '../option-spec.ts'
import { defaultConcurrency } from './extent-options.ts'

/** Reads the options about it. Throws `KivaError` of kind `usage`. */
export function readExtent(given: Given): Extent {
  const limit = given.get('limit')?.at(-1)
  const concurrency = given.get('concurrency')?.at(-1)
  return {
    all: given.has('all'),
    limit: limit === undefined ? undefined : parseWhole('--limit', limit),
    concurrency:
      concurrency === undefined
        ? defaultConcurrency
        : parseWhole('--concurrency', concurrency, 1, mostConcurrency),
    strict: given.has('strict_paging'),
  }
}

/** More at once is no reading any more: the live service's firewall shuts out far less. */
const mostConcurrency = 64
