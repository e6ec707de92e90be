import { rateLimit } from '../../../api/gaps.ts'
import { globalOptions } from '../../settings/global-options.ts'
import { optionRows } from '../option-rows.ts'
import { optionsOfGroup } from './output/output.ts'
import type { Topic } from './topic.ts'

/** Global options that help with long runs. */
const helpers: readonly string[] = ['retries', 'wait_on_limit', 'progress', 'cache', 'offline']

export const bulk: Topic = {
  brief: 'Reading long lists, and resuming a run',
  page: (root) => [
    'A list command reads one page. --limit N reads as many pages as needed, and --all reads all pages: in order, in constant memory, several at the same time. If there are more records, a line on stderr says so.',
    {
      heading: 'Examples',
      content: [
        'kiva loans search --sector Food --all -o ndjson > food.ndjson',
        'kiva loans search --all --out loans.ndjson --checkpoint loans.checkpoint',
        'kiva loans search --all --out loans.ndjson --resume loans.checkpoint',
        'kiva loans show - --missing gone.txt -o ndjson < ids.txt > loans.ndjson',
      ],
    },
    { heading: 'Options of lists', content: optionRows(optionsOfGroup(root, 'Bulk options')) },
    {
      heading: 'Options of all commands',
      content: optionRows(globalOptions.filter(({ name }) => helpers.includes(name))),
    },
    `The API limits requests per minute: as far as known, ${rateLimit.unregistered}, or ${rateLimit.registered} for a registered application. kiva slows down before the limit is used up.`,
  ],
}
