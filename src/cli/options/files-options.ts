/** The options about the files that an answer goes to. */
import { type AnyEndpoint, listedParam } from '../../api/endpoint.ts'
import type { OptionSpec } from '../option-spec.ts'

const file = { value: 'file', file: true } as const

const out: readonly OptionSpec[] = [
  {
    ...file,
    name: 'out',
    long: '--out',
    brief: 'write the answer to a file; it is put in its place when it is whole',
    group: 'Output options',
  },
  {
    name: 'overwrite',
    long: '--overwrite',
    brief: 'replace files that are there',
    group: 'Output options',
  },
]

const missing: OptionSpec = {
  ...file,
  name: 'missing',
  long: '--missing',
  brief: 'write all ids that are not found to a file, one a line',
  group: 'Bulk options',
}

const checkpoints: readonly OptionSpec[] = [
  {
    ...file,
    name: 'checkpoint',
    long: '--checkpoint',
    brief: 'with --out: note in a file, after each page, how far it has come',
    group: 'Bulk options',
  },
  {
    ...file,
    name: 'resume',
    long: '--resume',
    brief: 'in place of --checkpoint: go on from there',
    group: 'Bulk options',
  },
]

/** What goes for an endpoint: one that is always one request has nothing to go on with. */
export function fileOptions(endpoint: AnyEndpoint): readonly OptionSpec[] {
  const takesIds = listedParam(endpoint) !== undefined
  return [...(endpoint.paged || takesIds ? checkpoints : []), ...(takesIds ? [missing] : []), ...out]
}
