import { usualFormats } from '../../../../api/endpoint.ts'
import { endingsOf, formatNames, formats } from '../../../../output/formats.ts'
import type { Row } from '../../layout.ts'
import type { Topic } from '../topic.ts'

export const formatsTopic: Topic = {
  brief: 'How records are printed',
  page: () => [
    'Without -o, a terminal gets a table and a pipe gets json. KIVA_OUTPUT names another default.',
    { heading: 'Formats of -o', content: formatRows() },
    {
      heading: 'Names of files for --out that choose one',
      content: formatNames
        .map((name): Row => [name, endingsOf(name).join(', ')])
        .filter(([, names]) => names),
    },
    { heading: 'What they make of records', content: details },
    'A list is a list in every format, also for one id; releases current and my account are one record. With json and ndjson a failure is one JSON line on stderr.',
    'On a terminal records that are named by ids are shown in detail, and journal entries, updates and comments are read one after the other; -o table makes a table of them, --read reads them anywhere.',
    `The service's own document, byte for byte, is printed by --wire: ${usualFormats.join(', ')}, and rss for loans updates.`,
  ],
}

/** Returns one row per format of `-o`. */
const formatRows = () => formatNames.map((name): Row => [name, formats[name].brief])

const details: readonly Row[] = [
  [
    'csv, tsv',
    'a header, then a line for each record. Columns are those of --fields, or else the fields of the record type; for what --jq makes, the keys of its first results. What is nested is compact JSON.',
  ],
  ['csv', 'by RFC 4180, in UTF-8: lines end with CR LF; what is missing is empty, an empty text is "".'],
  ['tsv', 'tabs, line ends and backslashes are \\t, \\n, \\r and \\\\, as PostgreSQL reads them.'],
  [
    '--csv-safe',
    'puts an apostrophe before text that a spreadsheet would compute: text that begins with a control character or with =, +, - or @, full-width or behind spaces too. Without it text is unchanged.',
  ],
  [
    'yaml',
    'a document for each record of a list, after a line of ---; YAML 1.1 and 1.2 read the same in it.',
  ],
  [
    'geojson',
    'a FeatureCollection (RFC 7946), a feature a line, at the place of the record or nowhere; a partner is at each of its countries. The record is its properties.',
  ],
  [
    'parquet',
    'columns typed by the record type, objects and lists nested, free keys as JSON text; for what --jq makes, by its first 2,000 results. What has no place in its column stands in _other, as JSON: nothing is lost.',
  ],
]
