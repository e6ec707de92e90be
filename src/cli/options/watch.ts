/** Options that repeat a request. */

import { KivaError } from '../../core/errors.ts'
import { rules } from '../option-spec.ts'
import { parseDuration } from '../option-values.ts'
import type { OptionFamily } from './option-family.ts'

export interface Watching {
  /** The interval in milliseconds. */
  readonly every: number
  /** A jq expression over the array of all records; the run ends once it is true. */
  readonly until: string | undefined
}

/** The longest interval, one day, in milliseconds. */
const longest = 86_400_000

/** Repeats a request and shows changes. */
export const watch: OptionFamily<'watch' | 'until', Watching | undefined> = {
  options: () => [
    {
      name: 'watch',
      long: '--watch',
      value: 'duration',
      brief: 'repeat the request, such as every 30s, and show changes',
      group: 'Output options',
      conflicts: rules(
        'To save changes, redirect the output: --watch 30s -o ndjson > changes.ndjson.',
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
      brief: 'stop when this jq expression is true for the array of all records',
      group: 'Output options',
      requires: rules('Add an interval, such as --watch 30s.', 'watch'),
    },
  ],
  read: (given, { fromInput }) => {
    const text = given.last('watch')
    if (text === undefined) return undefined
    if (fromInput) {
      throw new KivaError('usage', '--watch cannot be used with ids from standard input', {
        hint: 'Give the ids as arguments.',
      })
    }
    const every = parseDuration('--watch', text)
    if (every >= 1000 && every <= longest) return { every, until: given.last('until') }
    throw new KivaError('usage', `invalid value "${text}" for --watch: expected 1s to 1d`)
  },
}
