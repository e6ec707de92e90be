import { type RecordName, recordTypes } from '../../../../api/records/record-types.ts'
import type { Row } from '../../layout.ts'
import type { Topic } from '../topic.ts'

export const charts: Topic = {
  brief: 'Records as bars, and on a map of the world',
  page: () => [
    '-o chart draws how many records there are of each kind, as bars; -o map where loans, partners and lending actions are. They count the records that are read: --all reads those of every page, --limit so many. --by alone asks for a chart too.',
    {
      heading: 'Examples',
      content: [
        'kiva loans search --status fundraising --by sector --all',
        'kiva loans search --by country --sum amount --limit 500',
        'kiva partners list --by region',
        'kiva loans search --status fundraising --all -o map',
        'kiva loans newest --jq \'{size: (if .loan_amount < 500 then "small" else "large" end)}\' --by size',
      ],
    },
    {
      heading: 'Options',
      content: [
        [
          '--by FIELD',
          'the kinds: any field of the records (kiva help fields), or a usual name such as country, sector, status, gender, partner, tag, month',
        ],
        ['--sum FIELD', 'what the records add up to in this field, such as amount, in place of their number'],
        ['--count', 'their number: so it is without --sum'],
      ],
    },
    { heading: 'Without --by, a chart is by', content: groupingRows() },
    'On a map the spots with most of all have a number, and their names stand below: the largest place of each, and how many more lie there. The others are shaded by how much they hold.',
    'Each value of a list counts, such as each tag of a loan; dates go by their months. The largest kinds stand first, as many as the screen has room for; in a pipe all of them. Shares are of all records, or of their sum.',
    'With --jq a chart is drawn of what the expression makes, and needs --by; a map needs location.geo.pairs. There are no checkpoints: a drawing is made when the last record is there.',
  ],
}

/** Returns one row per default chart field, with the record types that use it. */
function groupingRows(): readonly Row[] {
  const types = Object.keys(recordTypes) as readonly RecordName[]
  const fields = [...new Set(types.flatMap((name) => recordTypes[name].groupedBy ?? []))]
  return fields.map(
    (field): Row => [field, types.filter((name) => recordTypes[name].groupedBy === field).join(', ')],
  )
}
