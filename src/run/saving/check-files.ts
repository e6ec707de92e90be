/** Checks the names of a run's files: a known format, and no file twice, whatever its paths. */
import type { Invocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { FileName } from '../../core/files.ts'
import { endingsOf, formatNames, formatOfFile } from '../../output/formats.ts'

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
  throw new KivaError('usage', `invalid value "${path}" for --out: unknown extension ${extension}`, {
    hint: `Known: ${formatNames.flatMap(endingsOf).join(', ')}. Or choose a format with -o.`,
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
