import { rowsOfTopic } from './output/output.ts'
import type { Topic } from './topic.ts'

export const marks: Topic = {
  brief: 'New and changed records since the last run',
  page: (root) => [
    '--new prints the records that no earlier run of the same command line has printed. --changes compares a whole list with the last run and prints events: {event, item, changed_fields}; event is added, changed or removed.',
    {
      heading: 'Examples',
      content: [
        'kiva loans newest --new --limit 20',
        "kiva loans search --where '.loan_amount <= 300' --new --mark-only",
        'kiva loans search --status fundraising --changes --mark daily -o ndjson',
        'kiva partners list --changes --peek',
      ],
    },
    { heading: 'Options', content: rowsOfTopic(root, 'marks') },
    'The first run prints everything; with --mark-only it prints nothing. The mark moves after the records are printed: if a run is stopped, the rest is printed next time. Records that were not in the list for 180 days are forgotten.',
    'A mark belongs to a command line without its output options and --limit, to one API, and the sandbox has its own. It is a file in the state folder, readable only by you, and it is never sent. It may show whose loans you watch.',
    '--fail-empty ends with exit code 10 if nothing is printed, for use in scripts.',
  ],
}
