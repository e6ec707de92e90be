/** The options about an answer that is asked for again and again. */
import type { OptionSpec } from '../option-spec.ts'

export const watchOptions: readonly OptionSpec[] = [
  {
    name: 'watch',
    long: '--watch',
    value: 'duration',
    brief: 'ask again and again, such as every 30s, and show what changes; with -o json an event a line',
    group: 'Output options',
  },
  {
    name: 'until',
    long: '--until',
    value: 'expression',
    brief: 'with --watch: end once this jq expression holds for the array of all records',
    group: 'Output options',
  },
]
