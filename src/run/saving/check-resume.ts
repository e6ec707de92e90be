/** Checks whether a run can resume from a checkpoint. Pure, except for the messages. */
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import { KivaError } from '../../errors.ts'
import { foreign, type Sentence, sentence } from '../../foreign-text.ts'
import { formatOf } from '../../output/formats.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { differenceOf, type Identity } from './command-identity.ts'

/** Throws `KivaError` of kind `usage` if a later run could not resume this one. */
export function checkResumable(
  { endpoint, fields, jq }: EndpointInvocation,
  { output }: Pick<RunSettings, 'output'>,
): void {
  if (formatOf(output).cells && !fields.paths && (jq || !endpoint.returns)) {
    throw new KivaError('usage', `a checkpoint with -o ${output} requires --fields`, {
      hint: 'Name the columns, such as --fields id,name.',
    })
  }
}

/** Reads the checkpoint in a text. Throws `KivaError` of kind `config` for an invalid or newer one. */
export function checkpointIn(path: string, text: string, digest: (text: string) => string): Checkpoint {
  const checkpoint = readCheckpoint(text, digest)
  if (checkpoint === 'newer') {
    throw resumeError(
      `${path} is a checkpoint of a newer version of kiva`,
      'Resume with that version, or start again with another checkpoint file.',
    )
  }
  if (checkpoint) return checkpoint
  throw resumeError(
    `${path} is not a valid checkpoint`,
    'To resume, use the file of --checkpoint. To start again, use another file name.',
  )
}

/** Throws `KivaError` of kind `config` if the checkpoint belongs to another command. */
export function checkSame(
  path: string,
  { command, out }: Checkpoint,
  now: { command: Identity; out: string },
): void {
  const difference = differenceOf(command, now.command)
  if (difference !== undefined) {
    throw resumeError(
      sentence`${path} is the checkpoint of another command: ${foreign(difference)}`,
      'Run the same command as before.',
    )
  }
  if (out !== now.out) {
    throw resumeError(
      sentence`${path} is the checkpoint of another output file: ${foreign(out)}`,
      'Name that file with --out.',
    )
  }
}

/** Returns the `config` error of a run that cannot resume. */
export const resumeError = (words: string | Sentence, hint: string) =>
  new KivaError('config', words, { hint })

export const startAgainHint = 'To start again, use --checkpoint and --overwrite instead of --resume.'
