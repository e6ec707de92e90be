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
    throw new KivaError('usage', `A checkpoint needs the columns of -o ${output} beforehand`, {
      hint: 'Name them with --fields.',
    })
  }
}

/** Reads the checkpoint in a text. Throws `KivaError` of kind `config` for an invalid or newer one. */
export function checkpointIn(path: string, text: string, digest: (text: string) => string): Checkpoint {
  const checkpoint = readCheckpoint(text, digest)
  if (checkpoint === 'newer') {
    throw refused(
      `${path} is a checkpoint of a newer kiva`,
      'Go on with that one, or begin anew with another checkpoint.',
    )
  }
  if (checkpoint) return checkpoint
  throw refused(
    `${path} is not a checkpoint, or not as kiva wrote it`,
    'Name the file that --checkpoint named, or another one to begin anew.',
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
    throw refused(
      sentence`${path} is the checkpoint of another command: ${foreign(difference)}`,
      'Only the same command can go on from it.',
    )
  }
  if (out !== now.out) {
    throw refused(
      sentence`${path} is the checkpoint of another file: ${foreign(out)}`,
      'Name that file with --out.',
    )
  }
}

/** Returns the `config` error of a run that cannot resume. */
export const refused = (words: string | Sentence, hint: string) => new KivaError('config', words, { hint })

export const startAgain =
  'Begin anew: the same command with --checkpoint and --overwrite in place of --resume.'
