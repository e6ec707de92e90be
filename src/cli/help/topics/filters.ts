import { rowsOfTopic } from './output/output.ts'
import type { Topic } from './topic.ts'

export const filters: Topic = {
  brief: 'Filtering and sorting records after they are read',
  page: (root) => [
    'These options work on every list and in every format. They read all pages: options of the API, such as --status or --sector, need fewer requests.',
    {
      heading: 'Examples',
      content: [
        "kiva loans search --where '.loan_amount <= 500' --order loan_amount",
        'kiva loans search --status fundraising --not-lent-by robin1001 --limit 10',
        'kiva loans search --status fundraising --at-most 1:partner_id --limit 5',
        'kiva partners list --only 101,133',
      ],
    },
    { heading: 'Options', content: rowsOfTopic(root, 'filters') },
    'They run in this order: --only, --with, --not-lent-by, --where, --order, --at-most, --limit; then --fields and --jq. Without --order, reading stops once --limit is reached.',
    '--where prints the records themselves, so tables keep their columns; --jq prints the results of its expression. --order puts records without a value last, and sorts equal ones by id. For --at-most, records without the field are one group.',
    '--not-lent-by reads the loans of that lender, newest first, until the rest is older than the loans in question. An unknown lender is an error.',
    'See also: kiva help derived, marks',
  ],
}
