/** Options that repeat a request and show changes. */
import { rules } from '../../option-spec.ts'
import type { OptionFamily } from '../option-family.ts'
import type { Watching } from '../readers/watch.ts'

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
  read: async (given, about) =>
    given.has('watch') ? (await import('../readers/watch.ts')).readWatch(given, about) : undefined,
}
