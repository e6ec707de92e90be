/** Reads the options that name files. */
import { KivaError } from '../../core/errors.ts'
import type { Given } from '../given.ts'
import type { OwningCommand } from './option-family.ts'

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

export type FileOption = 'out' | 'missing' | 'overwrite' | 'checkpoint' | 'resume'

/** Throws `KivaError` of kind `usage` for an invalid file name. */
export async function readFiles(given: Given<FileOption>, command: OwningCommand): Promise<SaveTargets> {
  const out = fileNamed(given, 'out')
  const missing = fileNamed(given, 'missing')
  const checkpoint = await checkpointing(given, command)
  return { out, missing, overwrite: given.has('overwrite'), checkpoint }
}

async function checkpointing(
  given: Given<FileOption>,
  { resumeLine }: OwningCommand,
): Promise<CheckpointOptions | undefined> {
  const begun = fileNamed(given, 'checkpoint')
  const resumed = fileNamed(given, 'resume')
  if (begun !== undefined && resumed !== undefined && begun !== resumed) {
    throw new KivaError('usage', '--checkpoint and --resume name different files', {
      hint: '--resume also updates its file: leave out --checkpoint.',
    })
  }
  const path = resumed ?? begun
  return path === undefined ? undefined : { path, resumes: resumed !== undefined, again: await resumeLine() }
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
