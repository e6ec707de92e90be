/** Checks and opens the files of a run before anything is sent, so that problems are reported early. */
import type { ActionInvocation, EndpointInvocation, Invocation } from '../../cli/invocation.ts'
import type { SaveTargets } from '../../cli/options/files.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { FileMark, FileName, Files, OutputFile } from '../../core/files.ts'
import { foreign, type Sentence, sentence } from '../../core/foreign-text.ts'
import { endingsOf, formatNames, formatOf, formatOfFile } from '../../output/formats.ts'
import { differenceOf, type Identity } from '../../records/identity.ts'
import { sentFor } from '../../records/open.ts'
import type { ResumePoint } from '../../records/reading.ts'
import type { RunContext } from '../make-context.ts'
import { type Checkpoint, identityOfCommand, readCheckpoint } from './checkpoint.ts'

/**
 * Throws `KivaError` of kind `usage` if two options, or an option and a stream, name the same file, or if no
 * format is known for the extension of `--out`.
 */
export async function checkFiles(
  invocation: Invocation,
  settings: Pick<RunSettings, 'trace' | 'caFile' | 'output' | 'outputNamed'>,
  { files }: Pick<World, 'files'>,
): Promise<void> {
  if (invocation.kind === 'action' || (invocation.kind === 'endpoint' && !invocation.wire))
    checkExtension(invocation.files.out, settings)
  const same = await (await files()).findSame(filesOf(invocation, settings))
  if (!same) return
  const [first, second] = same
  const path = first.named + (first.suffix ?? '')
  const change = second.option.startsWith('--') ? second.option : first.option
  const why = first.suffix ? `${path} is a temporary file of ${first.option}. ` : ''
  throw new KivaError('usage', `${first.option} and ${second.option} name the same file: ${path}`, {
    hint: `${why}Use another name for ${change}.`,
  })
}

/** An extension alone must not turn into JSON by default. Any other format was asked for. */
function checkExtension(
  path = '',
  { output, outputNamed }: Pick<RunSettings, 'output' | 'outputNamed'>,
): void {
  const [extension] = /\.[a-z]\w*$/i.exec(path) ?? []
  if (extension === undefined || outputNamed || output !== 'json' || formatOfFile(path)) return
  const spreadsheet = /^\.(?:xlsx?|ods)$/i.test(extension) ? 'Spreadsheets open CSV: --out loans.csv. ' : ''
  throw new KivaError('usage', `invalid value "${path}" for --out: unknown extension ${extension}`, {
    hint: `${spreadsheet}Known: ${formatNames.flatMap(endingsOf).join(', ')}. Or choose a format with -o.`,
  })
}

/** Returns every file that a run reads or writes, including those that kiva creates beside them. */
function filesOf(
  invocation: Invocation,
  { trace, caFile }: Pick<RunSettings, 'trace' | 'caFile'>,
): readonly FileName[] {
  const files = 'files' in invocation ? invocation.files : undefined
  const readsInput =
    invocation.kind === 'endpoint'
      ? invocation.fromInput
      : invocation.kind === 'action' && Object.values(invocation.values).includes('-')
  const { out, missing, checkpoint } = files ?? {}
  const rows: readonly (readonly [option: string, named: string | undefined, ...suffixes: string[]])[] = [
    ['--out', out, ...(checkpoint ? ['.part', '.part.lock'] : [])],
    ['--missing', missing, '.lock'],
    [checkpoint?.resumes ? '--resume' : '--checkpoint', checkpoint?.path],
    ['--trace', trace],
    ['--ca-file', caFile],
    ['standard input', readsInput ? '/dev/stdin' : undefined],
    ['standard output', out === undefined ? '/dev/stdout' : undefined],
    ['standard error', '/dev/stderr'],
  ]
  return rows.flatMap(([option, named, ...suffixes]) =>
    named === undefined ? [] : ['', ...suffixes].map((suffix) => ({ option, named, suffix })),
  )
}

/** The open files of a run. */
export interface RunFiles {
  readonly files: Files
  readonly out: OutputFile | undefined
  readonly missing: OutputFile | undefined
  readonly checkpoint: CheckpointTarget | undefined
  /** The resume point of an earlier run. */
  readonly from: ResumePoint | undefined
  /** Whether an earlier run has written to `out`. */
  readonly continued: boolean
}

/** The checkpoint's place, and the hint on how to resume from it. */
interface CheckpointTarget {
  /** The path as the user typed it, and the absolute path. */
  readonly path: string
  readonly place: string
  readonly command: Identity
  readonly howToResume: string
}

/** The earlier run is complete. */
interface Finished {
  readonly finished: ResumePoint
}

/** Opens the files. Throws `KivaError` of kind `config`, or `usage` if the run cannot have a checkpoint. */
export async function openFiles(
  invocation: EndpointInvocation | ActionInvocation,
  { files: load, settings }: Pick<RunContext, 'files' | 'settings'>,
): Promise<RunFiles | Finished> {
  const files = await load()
  const { files: targets } = invocation
  const { checkpoint, out } = targets
  if (!checkpoint || out === undefined || invocation.kind === 'action')
    return openNew(files, targets, undefined)
  checkResumable(invocation, settings)
  const { path, resumes, again } = checkpoint
  const target: CheckpointTarget = {
    path,
    place: await files.absolute(path),
    command: identityOfCommand(invocation, settings, files.digest, await sentFor(invocation)),
    howToResume: `To resume${invocation.fromInput ? ' with the same ids' : ''}: ${again}`,
  }
  if (resumes) return reopen(files, { ...targets, out }, target)
  await checkOver(files, path, targets.overwrite, target.howToResume)
  return openNew(files, targets, target)
}

async function openNew(
  files: Files,
  { out: path, missing, overwrite }: SaveTargets,
  checkpoint: CheckpointTarget | undefined,
): Promise<RunFiles> {
  const until = checkpoint ? 'part' : 'temporary'
  const out = path === undefined ? undefined : await files.create(path, { overwrite, until })
  const list = orClose(
    missing === undefined ? undefined : files.create(missing, { overwrite, until: 'own' }),
    () => out?.discard(),
  )
  return { files, out, missing: await list, checkpoint, from: undefined, continued: false }
}

/** Rejects overwriting the checkpoint of an unfinished run by accident. */
async function checkOver(files: Files, path: string, overwrite: boolean, howToResume: string): Promise<void> {
  const text = await files.read(path)
  const before = text === undefined ? undefined : checkpointIn(path, text, files.digest)
  if (before && !before.finished && !overwrite) {
    throw resumeError(
      `${path} is the checkpoint of an unfinished run`,
      `To start again, add --overwrite. ${howToResume}`,
    )
  }
}

async function reopen(
  files: Files,
  { out: path, missing, overwrite }: SaveTargets & { readonly out: string },
  checkpoint: CheckpointTarget,
): Promise<RunFiles | Finished> {
  const text = await files.read(checkpoint.path)
  if (text === undefined) {
    throw resumeError(
      `checkpoint not found: ${checkpoint.path}`,
      'Start with --checkpoint instead of --resume.',
    )
  }
  const before = checkpointIn(checkpoint.path, text, files.digest)
  checkSame(checkpoint.path, before, { command: checkpoint.command, out: await files.absolute(path) })
  const out = await files.reopen(path, before.written, { overwrite, until: 'part' })
  if (before.finished) {
    if (out) await out.complete()
    else if (!(await files.isThere(path)))
      throw resumeError(`${path} was finished, but no longer exists`, startAgainHint)
    return { finished: before.reached }
  }
  if (!out) throw resumeError(`the unfinished output of ${path} no longer exists`, startAgainHint)
  const list = orClose(
    missing === undefined ? undefined : reopenMissing(files, missing, before.missing, overwrite),
    () => out.leave(),
  )
  return {
    files,
    out,
    missing: await list,
    checkpoint,
    from: before.reached,
    continued: before.written.bytes > 0,
  }
}

/** Reopens the list of missing ids of the earlier run, or creates it if that run had none. */
async function reopenMissing(
  files: Files,
  path: string,
  mark: FileMark | undefined,
  overwrite: boolean,
): Promise<OutputFile> {
  if (!mark) return files.create(path, { overwrite, until: 'own' })
  const list = await files.reopen(path, mark, { overwrite, until: 'own' })
  if (!list) throw resumeError(`the unfinished output of ${path} no longer exists`, startAgainHint)
  return list
}

/** Returns the second of two files. If opening it fails, closes the first. */
async function orClose<T>(second: T, close: () => Promise<unknown> | undefined): Promise<Awaited<T>> {
  try {
    return await second
  } catch (error) {
    await close()
    throw error
  }
}

/** Throws `KivaError` of kind `usage` if a later run could not resume this one. */
function checkResumable(
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
function checkpointIn(path: string, text: string, digest: (text: string) => string): Checkpoint {
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
function checkSame(
  path: string,
  { command, out }: Checkpoint,
  now: { command: Identity; out: string },
): void {
  const difference = differenceOf(command, now.command)
  if (difference !== undefined) {
    throw resumeError(
      sentence`${path} is the checkpoint of another command: ${foreign(difference)}`,
      `Run the same command as before. ${startAgainHint}`,
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
const resumeError = (words: string | Sentence, hint: string) => new KivaError('config', words, { hint })

const startAgainHint = 'To start again, use --checkpoint and --overwrite instead of --resume.'
