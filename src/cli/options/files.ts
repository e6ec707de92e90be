/** Options that write output to files. */
import { idsParam } from '../../api/endpoint.ts'
import { KivaError } from '../../core/errors.ts'
import { formatsWhere } from '../../output/formats.ts'
import type { Given } from '../given.ts'
import { type OptionSpec, rules } from '../option-spec.ts'
import { type OptionFamily, type OwningCommand, optionsIf } from './option-family.ts'

/** The output files, as named by the user. */
export interface SaveTargets {
  /** The file that receives the output instead of stdout. */
  readonly out: string | undefined
  /** The file that receives the ids that were not found. */
  readonly missing: string | undefined
  /** Allows existing files to be replaced. */
  readonly overwrite: boolean
  readonly checkpoint: CheckpointOptions | undefined
}

interface CheckpointOptions {
  readonly path: string
  /** True to resume from the checkpoint, false to start a new one. */
  readonly resumes: boolean
  /** The shell command line that resumes from it. */
  readonly again: string
}

type FileOption = 'out' | 'missing' | 'overwrite' | 'checkpoint' | 'resume'

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
  read: (given, command) => ({
    out: fileNamed(given, 'out'),
    missing: fileNamed(given, 'missing'),
    overwrite: given.has('overwrite'),
    checkpoint: checkpointing(given, command),
  }),
}

/** Everything goes to stdout. */
export const noFiles: SaveTargets = {
  out: undefined,
  missing: undefined,
  overwrite: false,
  checkpoint: undefined,
}

function checkpointing(
  given: Given<FileOption>,
  { resumeLine }: OwningCommand,
): CheckpointOptions | undefined {
  const begun = fileNamed(given, 'checkpoint')
  const resumed = fileNamed(given, 'resume')
  if (begun !== undefined && resumed !== undefined && begun !== resumed) {
    throw new KivaError('usage', '--checkpoint and --resume name different files', {
      hint: '--resume also updates its file: leave out --checkpoint.',
    })
  }
  const path = resumed ?? begun
  return path === undefined ? undefined : { path, resumes: resumed !== undefined, again: resumeLine() }
}

/** Returns the file that an option names. Throws `KivaError` of kind `usage` for no name, and for `-`. */
export function fileNamed(
  given: Given<FileOption>,
  name: Exclude<FileOption, 'overwrite'>,
): string | undefined {
  const path = given.last(name)
  if (path !== '' && path !== '-') return path
  throw new KivaError('usage', `invalid value "${path}" for --${name}: expected a file name`, {
    hint: 'Without --out, records are printed to standard output.',
  })
}
