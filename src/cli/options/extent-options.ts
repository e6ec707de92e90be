/** The options about how much of a list is read, and how. */
import { type AnyEndpoint, isLimited, listedParam } from '../../api/endpoint.ts'
import type { OptionSpec } from '../option-spec.ts'

const bulk = { group: 'Bulk options' } as const

/** How many requests are under way at once where nothing is said: docs/performance.md, Bulk, tells why. */
export const defaultConcurrency = 4

const all: OptionSpec = { ...bulk, name: 'all', long: '--all', brief: 'read every page' }

const limit: OptionSpec = {
  ...bulk,
  name: 'limit',
  short: '-L',
  long: '--limit',
  value: 'n',
  brief: 'print at most n, reading as many pages as it takes',
}

const concurrency: OptionSpec = {
  ...bulk,
  name: 'concurrency',
  long: '--concurrency',
  value: 'n',
  brief: 'requests under way at once, of several that are needed',
  default: String(defaultConcurrency),
}

const strictPaging: OptionSpec = {
  ...bulk,
  name: 'strict_paging',
  long: '--strict-paging',
  brief: 'fail with exit code 9 when the list changed while it was read',
}

/** What goes for an endpoint: a list whose length its ids give has no limit, and one without pages cannot change. */
export function bulkOptions(endpoint: AnyEndpoint): readonly OptionSpec[] {
  const several = endpoint.paged || listedParam(endpoint) !== undefined
  return [
    ...(isLimited(endpoint) ? [all, limit] : []),
    ...(several ? [concurrency] : []),
    ...(endpoint.paged ? [strictPaging] : []),
  ]
}
