import { type RecordName, recordTypes } from '../../../../api/records/record-types.ts'
import type { Row } from '../../layout.ts'
import type { Topic } from '../topic.ts'

export const charts: Topic = {
  brief: 'Bar charts and world maps',
  page: () => [
    '-o chart draws a bar chart that counts records by a field; -o map shows where loans, partners and lending actions are. Both count only the records that are read: one page, --limit N or --all. --by implies -o chart.',
    {
      heading: 'Examples',
      content: [
        'kiva loans search --status fundraising --by sector --all',
        'kiva loans search --by country --sum amount --limit 500',
        'kiva partners list --by region',
        'kiva loans search --status fundraising --all -o map',
        "kiva loans newest --jq '{large: (.loan_amount > 500)}' --by large",
      ],
    },
    {
      heading: 'Options',
      content: [
        [
          '--by FIELD',
          'field to count by (kiva help fields), or a short name: country, sector, status, gender, partner, tag, month',
        ],
        ['--sum FIELD', 'add up this field, such as amount, instead of counting records'],
        ['--count', 'count records (the default)'],
      ],
    },
    { heading: 'Default of --by', content: groupingRows() },
    'A map numbers the largest spots and lists them below, with the largest place of each spot and the number of other places. Other spots are shaded by size.',
    'A record with several values, such as tags, counts once for each value. Dates are grouped by month. The largest groups come first: as many as fit on the screen, or all of them in a pipe. Percentages refer to all records, or to their sum.',
    'With --jq, a chart counts the results of the expression and requires --by; a map requires location.geo.pairs in the results. --checkpoint cannot be used, because a chart is drawn after the last record.',
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
