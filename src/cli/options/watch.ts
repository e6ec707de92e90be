import { KivaError } from '../../errors.ts'
import type { Watching } from '../invocation.ts'
import { dashed } from '../option-spec.ts'
import type { ParsedCommand } from '../parse.ts'
import { parseDuration } from '../values/duration.ts'

/** What is written once, or not at all. */
const unfit = [
  'wire', 'out', 'missing', 'checkpoint', 'resume', 'raw_output', 'curl', 'dry_run', 'web',
] as const // biome-ignore format: one list

/** Whether and how an answer is watched. Throws `KivaError` of kind `usage`. */
export function readWatching({ given, words }: Pick<ParsedCommand, 'given' | 'words'>): Watching | undefined {
  const text = given.get('watch')?.at(-1)
  const until = given.get('until')?.at(-1)
  if (text === undefined) {
    if (until === undefined) return undefined
    throw new KivaError('usage', '--until goes with --watch', { hint: 'Such as --watch 30s.' })
  }
  const other = unfit.find((name) => given.has(name))
  if (other) {
    throw new KivaError('usage', `--${dashed(other)} does not go with --watch`, {
      hint: 'What is watched is shown as it changes; -o ndjson prints the changes, to be written to a file.',
    })
  }
  if (words.includes('-')) {
    throw new KivaError('usage', 'Ids from standard input cannot be watched', {
      hint: 'They can be read once: give the ids as words.',
    })
  }
  const every = parseDuration('--watch', text)
  if (every >= 1000 && every <= longest) return { every, until }
  throw new KivaError('usage', `--watch takes 1s to 1d, not "${text}"`)
}

const longest = 86_400_000
