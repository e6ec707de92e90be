import { rateLimit } from '../../../api/gaps.ts'
import { globalOptions } from '../../settings/global-options.ts'
import { optionRows } from '../option-rows.ts'
import { optionsOfGroup } from './output/output.ts'
import type { Topic } from './topic.ts'

/** Global options that help with long runs. */
const helpers: readonly string[] = ['retries', 'wait_on_limit', 'progress', 'cache', 'offline']

export const bulk: Topic = {
  brief: 'Reading long lists, and going on where a run ended',
  page: (root) => [
    'A list is read a page at a time. --limit reads as many pages as it takes, --all reads them all, in order and in constant memory, several under way at once. When there is more, a line on stderr says so.',
    {
      heading: 'Examples',
      content: [
        'kiva loans search --sector Food --all -o ndjson > food.ndjson',
        'kiva loans search --all --out loans.ndjson --checkpoint loans.checkpoint',
        'kiva loans search --all --out loans.ndjson --resume loans.checkpoint',
        'kiva loans show - --missing gone.txt -o ndjson < ids.txt > loans.ndjson',
      ],
    },
    { heading: 'Options', content: optionRows(optionsOfGroup(root, 'Bulk options')) },
    {
      heading: 'Of every command',
      content: optionRows(globalOptions.filter(({ name }) => helpers.includes(name))),
    },
    `The service counts requests by the minute, by what is known ${rateLimit.unregistered} of anybody and ${rateLimit.registered} of a registered application. A run slows down before that is used up.`,
  ],
}
