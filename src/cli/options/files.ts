/** The files that an answer goes to, as the command line names them. */
import type { WireFormat } from '../../api/endpoint.ts'
import { KivaError } from '../../errors.ts'
import type { Checkpointing, SaveTargets } from '../invocation.ts'
import type { Given } from '../option-spec.ts'
import type { ParsedCommand } from '../parse.ts'
import { resumeLine } from '../resume-line.ts'

/** Throws `KivaError` of kind `usage` for what does not go together. */
export function readSaving(typed: ParsedCommand, wire: WireFormat | undefined): SaveTargets {
  const { given } = typed
  const saving = {
    out: fileNamed(given, 'out'),
    missing: fileNamed(given, 'missing'),
    overwrite: given.has('overwrite'),
    checkpoint: checkpointing(typed),
  }
  const { out, missing, checkpoint } = saving
  if (saving.overwrite && out === undefined && missing === undefined) {
    throw new KivaError('usage', '--overwrite goes with --out', {
      hint: 'It lets --out, --missing and --checkpoint replace files that are there.',
    })
  }
  if (checkpoint) checkPossible(checkpoint, out, wire)
  return saving
}

function checkPossible(
  { resumes }: Checkpointing,
  out: string | undefined,
  wire: WireFormat | undefined,
): void {
  const option = resumes ? '--resume' : '--checkpoint'
  if (wire) {
    throw new KivaError('usage', `${option} does not go with --wire`, {
      hint: 'A document of the service is one reply: there is nothing to go on with.',
    })
  }
  if (out === undefined) {
    throw new KivaError('usage', `${option} goes with --out`, {
      hint: 'It tells how far a file has come, such as: --out loans.ndjson --checkpoint loans.checkpoint.',
    })
  }
}

function checkpointing(typed: ParsedCommand): Checkpointing | undefined {
  const begun = fileNamed(typed.given, 'checkpoint')
  const resumed = fileNamed(typed.given, 'resume')
  if (begun !== undefined && resumed !== undefined && begun !== resumed) {
    throw new KivaError('usage', '--checkpoint and --resume name two files', {
      hint: '--resume goes on in the file that it reads; leave --checkpoint out.',
    })
  }
  const path = resumed ?? begun
  return path === undefined ? undefined : { path, resumes: resumed !== undefined, again: resumeLine(typed) }
}

function fileNamed(given: Given, name: 'out' | 'missing' | 'checkpoint' | 'resume'): string | undefined {
  const path = given.get(name)?.at(-1)
  if (path !== '' && path !== '-') return path
  throw new KivaError('usage', `--${name} takes the name of a file, not "${path}"`, {
    hint: 'Such as loans.ndjson. Without --out, the answer goes to standard output.',
  })
}
