/** Options that write output to files. */
import { listedParam } from '../../api/endpoint.ts'
import { KivaError } from '../../errors.ts'
import { formatsWhere } from '../../output/formats.ts'
import type { Given } from '../given.ts'
import { rules } from '../option-spec.ts'
import { type About, type OptionFamily, optionsIf } from './option-family.ts'

/** The output files, as named by the user. */
export interface SaveTargets {
  /** The file that receives the output instead of stdout. */
  readonly out: string | undefined
  /** The file that receives the ids that were not found. */
  readonly missing: string | undefined
  /** Allows existing files to be replaced. */
  readonly overwrite: boolean
  readonly checkpoint: Checkpointing | undefined
}

export interface Checkpointing {
  readonly path: string
  /** True to resume from the checkpoint, false to start a new one. */
  readonly resumes: boolean
  /** The shell command line that resumes from it. */
  readonly again: string
}

type Name = 'out' | 'missing' | 'overwrite' | 'checkpoint' | 'resume'

const file = { value: 'file', file: true } as const

const noting = {
  ...file,
  group: 'Bulk options',
  requires: rules('Say which file it is about: --out loans.ndjson --checkpoint loans.checkpoint.', 'out'),
  conflicts: rules('--slurp writes nothing before all is read: there is nothing to resume.', 'slurp'),
  formats: formatsWhere(({ unresumable }) => !unresumable),
} as const

export const files: OptionFamily<Name, SaveTargets> = {
  /** Checkpoints need several requests: a single one has nothing to resume. */
  options: (endpoint) => {
    const takesIds = listedParam(endpoint) !== undefined
    return [
      ...optionsIf(
        endpoint.paged || takesIds,
        {
          ...noting,
          name: 'checkpoint',
          long: '--checkpoint',
          brief: 'note in a file, after each page, how far it has come',
        },
        { ...noting, name: 'resume', long: '--resume', brief: 'in place of --checkpoint: go on from there' },
      ),
      ...optionsIf(takesIds, {
        ...file,
        name: 'missing',
        long: '--missing',
        brief: 'write all ids that are not found to a file, one a line',
        group: 'Bulk options',
      }),
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
        requires: rules('It replaces files that are there: name one with --out.', 'out', 'missing'),
      },
    ]
  },
  read: (given, about) => {
    const out = fileNamed(given, 'out')
    const missing = fileNamed(given, 'missing')
    const checkpoint = checkpointing(given, about)
    return { out, missing, overwrite: given.has('overwrite'), checkpoint }
  },
}

function checkpointing(given: Given<Name>, { resumeLine }: About): Checkpointing | undefined {
  const begun = fileNamed(given, 'checkpoint')
  const resumed = fileNamed(given, 'resume')
  if (begun !== undefined && resumed !== undefined && begun !== resumed) {
    throw new KivaError('usage', '--checkpoint and --resume name two files', {
      hint: '--resume goes on in the file that it reads; leave --checkpoint out.',
    })
  }
  const path = resumed ?? begun
  return path === undefined ? undefined : { path, resumes: resumed !== undefined, again: resumeLine() }
}

function fileNamed(given: Given<Name>, name: Exclude<Name, 'overwrite'>): string | undefined {
  const path = given.last(name)
  if (path !== '' && path !== '-') return path
  throw new KivaError('usage', `--${name} takes the name of a file, not "${path}"`, {
    hint: 'Such as loans.ndjson. Without --out, the answer goes to standard output.',
  })
}
