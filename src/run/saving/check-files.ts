/** Checks that the files of one run are different files, whatever their paths. */
import type { Invocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { FileName } from '../../ports/files.ts'

/** Returns whether a run writes to a file that the user named. */
export const writesFiles = (invocation: Invocation, { trace }: Pick<RunSettings, 'trace'>): boolean =>
  trace !== undefined ||
  (invocation.kind === 'endpoint' && (invocation.files.out ?? invocation.files.missing) !== undefined)

/** Throws `KivaError` of kind `usage` if two options, or an option and a stream, name the same file. */
export async function checkFiles(
  invocation: Invocation,
  settings: Pick<RunSettings, 'trace' | 'caFile'>,
  { files }: Pick<World, 'files'>,
): Promise<void> {
  const same = await (await files()).findSame(filesOf(invocation, settings))
  if (!same) return
  const [one, other] = same
  const path = one.named + (one.suffix ?? '')
  const change = other.option.startsWith('--') ? other.option : one.option
  const why = one.suffix ? `${path} is used while ${one.option} is written. ` : ''
  throw new KivaError('usage', `${one.option} and ${other.option} name the same file: ${path}`, {
    hint: `${why}Choose another name for ${change}.`,
  })
}

/** Returns every file that a run reads or writes, including those that kiva creates beside them. */
function filesOf(
  invocation: Invocation,
  { trace, caFile }: Pick<RunSettings, 'trace' | 'caFile'>,
): readonly FileName[] {
  const { files, fromInput } = invocation.kind === 'endpoint' ? invocation : {}
  const { out, missing, checkpoint } = files ?? {}
  const rows: readonly (readonly [option: string, named: string | undefined, ...suffixes: string[]])[] = [
    ['--out', out, ...(checkpoint ? ['.part', '.part.lock'] : [])],
    ['--missing', missing, '.lock'],
    [checkpoint?.resumes ? '--resume' : '--checkpoint', checkpoint?.path],
    ['--trace', trace],
    ['--ca-file', caFile],
    ['standard input', fromInput && '/dev/stdin'],
    ['standard output', out === undefined ? '/dev/stdout' : undefined],
    ['standard error', '/dev/stderr'],
  ]
  return rows.flatMap(([option, named, ...suffixes]) =>
    named === undefined ? [] : ['', ...suffixes].map((suffix) => ({ option, named, suffix })),
  )
}
