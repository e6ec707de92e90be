/** Options that print requests instead of sending them. */
import { rules } from '../../option-spec.ts'
import type { OptionFamily } from '../option-family.ts'

/** Prints requests as curl command lines, or as plain text. */
export type Preview = 'curl' | 'plain'

export const preview: OptionFamily<'curl' | 'dry_run', Preview | undefined> = {
  options: () => [
    {
      name: 'curl',
      long: '--curl',
      brief: 'print the request as a curl command, without sending it',
      group: 'Output options',
    },
    {
      name: 'dry_run',
      long: '--dry-run',
      brief: 'print the request without sending it',
      group: 'Output options',
      conflicts: rules('--curl prints a curl command, --dry-run the request itself.', 'curl'),
    },
  ],
  read: (given) => (given.has('curl') ? 'curl' : given.has('dry_run') ? 'plain' : undefined),
}
