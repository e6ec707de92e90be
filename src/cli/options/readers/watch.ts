/** Reads the options of `--watch`. */
import { KivaError } from '../../../errors.ts'
import type { Given } from '../../given.ts'
import { parseDuration } from '../../values/duration.ts'
import type { About } from '../option-family.ts'

export interface Watching {
  /** The interval in milliseconds. */
  readonly every: number
  /** A jq expression over the array of all records; the run ends once it is true. */
  readonly until: string | undefined
}

/** The longest interval: one day, in milliseconds. */
const longest = 86_400_000

/** Throws `KivaError` of kind `usage` for an invalid value. */
export function readWatch(
  given: Given<'watch' | 'until'>,
  { fromInput }: Pick<About, 'fromInput'>,
): Watching {
  const text = given.last('watch') ?? ''
  if (fromInput) {
    throw new KivaError('usage', '--watch cannot be used with ids from standard input', {
      hint: 'Give the ids as arguments.',
    })
  }
  const every = parseDuration('--watch', text)
  if (every >= 1000 && every <= longest) return { every, until: given.last('until') }
  throw new KivaError('usage', `invalid value "${text}" for --watch: expected 1s to 1d`)
}
