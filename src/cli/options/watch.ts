/** Options that repeat a request and show changes. */
import { KivaError } from '../../errors.ts'
import { rules } from '../option-spec.ts'
import { parseDuration } from '../values/duration.ts'
import type { OptionFamily } from './option-family.ts'

export interface Watching {
  /** The interval in milliseconds. */
  readonly every: number
  /** A jq expression over the array of all records; the run ends once it is true. */
  readonly until: string | undefined
}

/** The longest interval: one day, in milliseconds. */
const longest = 86_400_000

export const watch: OptionFamily<'watch' | 'until', Watching | undefined> = {
  options: () => [
    {
      name: 'watch',
      long: '--watch',
      value: 'duration',
      brief: 'ask again and again, such as every 30s, and show what changes; with -o json an event a line',
      group: 'Output options',
      conflicts: rules(
        '--watch shows records as they change; to keep the changes, redirect -o ndjson to a file.',
        'wire',
        'out',
        'missing',
        'checkpoint',
        'resume',
        'raw_output',
        'curl',
        'dry_run',
      ),
    },
    {
      name: 'until',
      long: '--until',
      value: 'expression',
      brief: 'end once this jq expression holds for the array of all records',
      group: 'Output options',
      requires: rules('Say how often: --watch 30s.', 'watch'),
    },
  ],
  read: (given, { fromInput }) => {
    const text = given.last('watch')
    if (text === undefined) return undefined
    if (fromInput) {
      throw new KivaError('usage', 'Ids from standard input cannot be watched', {
        hint: 'They can be read once: give the ids as words.',
      })
    }
    const every = parseDuration('--watch', text)
    if (every >= 1000 && every <= longest) return { every, until: given.last('until') }
    throw new KivaError('usage', `--watch takes 1s to 1d, not "${text}"`)
  },
}
