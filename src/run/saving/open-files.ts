/** The files of a run, opened before anything is sent: what stands in the way is told then. */
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { SaveTargets } from '../../cli/options/files.ts'
import type { FileMark, Files, OutputFile } from '../../ports/files.ts'
import type { ResumePoint } from '../../read/reading.ts'
import type { RunContext } from '../make-context.ts'
import { checkpointIn, checkResumable, checkSame, refused, startAgain } from './check-resume.ts'
import { type Identity, identityOf } from './command-identity.ts'

/** The files of a run, open and ready. */
export interface Saved {
  readonly files: Files
  readonly out: OutputFile | undefined
  readonly missing: OutputFile | undefined
  readonly checkpoint: Noting | undefined
  /** Where an earlier run has come to. */
  readonly from: ResumePoint | undefined
}

/** What is noted where, and the words that say how to go on from it. */
export interface Noting {
  /** As the person wrote it, and absolute. */
  readonly path: string
  readonly place: string
  readonly command: Identity
  readonly howToResume: string
}

/** An earlier run has come to its end. */
export interface Finished {
  readonly finished: ResumePoint
}

/** Throws `KivaError` of kind `config`, or `usage` where no checkpoint can be made. */
export async function openFiles(
  invocation: EndpointInvocation,
  { files: load, settings }: Pick<RunContext, 'files' | 'settings'>,
): Promise<Saved | Finished> {
  const files = await load()
  const { files: targets, fromInput } = invocation
  const { checkpoint, out } = targets
  if (!checkpoint || out === undefined) return openNew(files, targets, undefined)
  checkResumable(invocation, settings)
  const { path, resumes, again } = checkpoint
  const noting: Noting = {
    path,
    place: await files.absolute(path),
    command: identityOf(invocation, settings, files.digest),
    howToResume: `To go on${fromInput ? ' with the same ids' : ''}: ${again}`,
  }
  if (resumes) return reopen(files, { ...targets, out }, noting)
  await checkOver(files, path, targets.overwrite, noting.howToResume)
  return openNew(files, targets, noting)
}

async function openNew(
  files: Files,
  { out: path, missing, overwrite }: SaveTargets,
  checkpoint: Noting | undefined,
): Promise<Saved> {
  const until = checkpoint ? 'part' : 'temporary'
  const out = path === undefined ? undefined : await files.create(path, { overwrite, until })
  const list = orClose(
    missing === undefined ? undefined : files.create(missing, { overwrite, until: 'own' }),
    () => out?.discard(),
  )
  return { files, out, missing: await list, checkpoint, from: undefined }
}

/** What one run has begun, another must not begin anew by accident. */
async function checkOver(files: Files, path: string, overwrite: boolean, howToResume: string): Promise<void> {
  const text = await files.read(path)
  const before = text === undefined ? undefined : checkpointIn(path, text, files.digest)
  if (before && !before.finished && !overwrite) {
    throw refused(
      `${path} is the checkpoint of a run that has not finished`,
      `To begin anew, add --overwrite. ${howToResume}`,
    )
  }
}

async function reopen(
  files: Files,
  { out: path, missing, overwrite }: SaveTargets & { readonly out: string },
  checkpoint: Noting,
): Promise<Saved | Finished> {
  const text = await files.read(checkpoint.path)
  if (text === undefined) {
    throw refused(
      `There is no checkpoint ${checkpoint.path}`,
      'Begin with --checkpoint in place of --resume.',
    )
  }
  const before = checkpointIn(checkpoint.path, text, files.digest)
  checkSame(checkpoint.path, before, { command: checkpoint.command, out: await files.absolute(path) })
  const out = await files.reopen(path, before.written, { overwrite, until: 'part' })
  if (before.finished) {
    if (out) await out.complete()
    else if (!(await files.isThere(path)))
      throw refused(`${path} was finished, and is not there any more`, startAgain)
    return { finished: before.reached }
  }
  if (!out) throw refused(`What was written of ${path} is not there any more`, startAgain)
  const list = orClose(
    missing === undefined ? undefined : goOnWith(files, missing, before.missing, overwrite),
    () => out.leave(),
  )
  return { files, out, missing: await list, checkpoint, from: before.reached }
}

/** A list of ids that the earlier run has begun, or one that it was not asked for. */
async function goOnWith(
  files: Files,
  path: string,
  mark: FileMark | undefined,
  overwrite: boolean,
): Promise<OutputFile> {
  if (!mark) return files.create(path, { overwrite, until: 'own' })
  const list = await files.reopen(path, mark, { overwrite, until: 'own' })
  if (!list) throw refused(`What was written of ${path} is not there any more`, startAgain)
  return list
}

/** The second of two files; where it cannot be had, the first is closed. */
async function orClose<T>(second: T, close: () => Promise<unknown> | undefined): Promise<Awaited<T>> {
  try {
    return await second
  } catch (error) {
    await close()
    throw error
  }
}
