import { defaultFormats } from '../../../../api/endpoint.ts'
import { endingsOf, formatNames, formats } from '../../../../output/formats.ts'
import type { Row } from '../../layout.ts'
import type { Topic } from '../topic.ts'

export const formatsTopic: Topic = {
  brief: 'Output formats',
  page: () => [
    'Without -o, kiva prints a table in a terminal and json in a pipe. KIVA_OUTPUT and the setting output select another default for records; only -o changes the output of other commands.',
    { heading: 'Formats of -o', content: formatRows() },
    {
      heading: 'File extensions of --out that select a format',
      content: formatNames
        .map((name): Row => [name, endingsOf(name).join(', ')])
        .filter(([, names]) => names),
    },
    { heading: 'Details', content: details },
    'Lists are printed as lists in every format, even for one id. releases current and my account print a single record. With json and ndjson, an error is one JSON line on stderr.',
    'In a terminal, records requested by id are shown as pages, and journal entries, updates and comments in full text. -o table prints them as a table. --read prints full text anywhere.',
    `--wire prints the response of the API byte for byte: ${defaultFormats.join(', ')}, and rss for loans updates.`,
  ],
}

/** Returns one row per format of `-o`. */
const formatRows = () => formatNames.map((name): Row => [name, formats[name].brief])

const details: readonly Row[] = [
  [
    'csv, tsv',
    'a header line, then one line per record. The columns are those of --fields, or the fields of the record type, or the keys of the first results of --jq. Objects and lists are compact JSON.',
  ],
  ['csv', 'RFC 4180 in UTF-8, with CR LF line ends. A missing value is empty; an empty text is "".'],
  ['tsv', 'tabs, line ends and backslashes are escaped as \\t, \\n, \\r and \\\\, as in PostgreSQL.'],
  [
    '--csv-safe',
    'adds an apostrophe to text that a spreadsheet would run as a formula: text that starts with a control character or with =, +, - or @, also full-width or after spaces. Without this option, text is unchanged.',
  ],
  ['yaml', 'one document per record, separated by ---, with the same meaning in YAML 1.1 and 1.2.'],
  [
    'geojson',
    'a FeatureCollection (RFC 7946) with one feature per line and the record as its properties. A record without a place has no geometry; a partner is placed in each of its countries.',
  ],
  [
    'parquet',
    'typed columns with nested objects and lists; maps are JSON text. Types come from the record type, or from the first 2,000 results of --jq. Values that do not fit their column are kept as JSON in the column _other.',
  ],
]
