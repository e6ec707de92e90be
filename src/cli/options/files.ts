/** Options that write output to files. */
import { idsParam } from '../../api/endpoint.ts'
import { formatsWhere } from '../../output/formats.ts'
import { type OptionSpec, rules } from '../option-spec.ts'
import type { FileOption, SaveTargets } from './files-reader.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'

const file = { value: 'file', file: true } as const

const checkpointOption = {
  ...file,
  group: 'Bulk options',
  requires: rules('Example: --out loans.ndjson --checkpoint loans.checkpoint.', 'out'),
  conflicts: rules('--slurp prints nothing before all records are read, so no run can resume.', 'slurp'),
  formats: formatsWhere(({ unresumable }) => !unresumable),
} as const

/** The options of every command whose records can go to a file. */
export const savingOptions = [
  {
    ...file,
    name: 'out',
    long: '--out',
    brief: 'write to a file, which appears when it is complete',
    group: 'Output options',
  },
  {
    name: 'overwrite',
    long: '--overwrite',
    brief: 'replace existing files',
    group: 'Output options',
    requires: rules('Name the file to replace, such as --out loans.json.', 'out', 'missing'),
  },
] as const satisfies readonly OptionSpec[]

export const files: OptionFamily<FileOption, SaveTargets> = {
  /** Checkpoints need several requests: a single one has nothing to resume. */
  options: (endpoint) => {
    const takesIds = idsParam(endpoint) !== undefined
    return [
      ...optionsIf(
        endpoint.paged || takesIds,
        {
          ...checkpointOption,
          name: 'checkpoint',
          long: '--checkpoint',
          brief: 'save progress to a file after each page',
        },
        { ...checkpointOption, name: 'resume', long: '--resume', brief: 'continue from a checkpoint file' },
      ),
      ...optionsIf(takesIds, {
        ...file,
        name: 'missing',
        long: '--missing',
        brief: 'write ids that were not found to a file, one per line',
        group: 'Bulk options',
      }),
      ...savingOptions,
    ]
  },
  read: async (given, command) =>
    naming.some((name) => given.has(name))
      ? (await import('./files-reader.ts')).readFiles(given, command)
      : noFiles,
}

const naming = ['out', 'missing', 'checkpoint', 'resume'] as const

/** Everything goes to stdout. */
export const noFiles: SaveTargets = {
  out: undefined,
  missing: undefined,
  overwrite: false,
  checkpoint: undefined,
}
