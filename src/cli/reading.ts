/** How much of a list is read, as the command line says. */
import { parseWhole } from '../api/values.ts'
import { KivaError } from '../errors.ts'
import type { Reading } from './invocation.ts'
import { dashed, type Given } from './option-spec.ts'
import { defaultConcurrency } from './tree/bulk-options.ts'

/** A document of the service is one reply. Throws `KivaError` of kind `usage`. */
export function refuseBulk(given: Given): void {
  const name = ['all', 'limit', 'strict_paging'].find((one) => given.has(one))
  if (name === undefined) return
  throw new KivaError('usage', `--${dashed(name)} does not go with --wire`, {
    hint: 'A document of the service is printed whole; --param per_page=N asks for a shorter one.',
  })
}

/** Reads the options about it. Throws `KivaError` of kind `usage`. */
export function readReading(given: Given): Reading {
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
