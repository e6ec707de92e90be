/** Help topics on output: options, formats, fields, jq, groups and images. */
import { defaultFormats } from '../../../api/endpoint.ts'
import { fieldsOf } from '../../../api/records/derived-fields.ts'
import { everyField } from '../../../api/records/field-paths.ts'
import { type Field, type Fields, fieldKind } from '../../../api/records/fields.ts'
import { type RecordName, recordTypes } from '../../../api/records/record-types.ts'
import { endingsOf, formatNames, formats } from '../../../output/formats.ts'
import { type CommandSpec, withDescendants } from '../../command-spec.ts'
import type { OptionSpec } from '../../option-spec.ts'
import { globalOptions } from '../../settings/global-options.ts'
import type { TopicName } from '../../topic-names.ts'
import type { Page, Row, Topic } from '../layout.ts'
import { legendOf, optionRows } from '../option-rows.ts'

export const output: Topic = {
  brief: 'Output options',
  page: (root) => [
    'Records go to stdout; progress, notes and errors go to stderr. Text from the API is sanitized before it is printed.',
    {
      heading: 'Options of commands that print records',
      content: optionRows(optionsOfGroup(root, 'Output options')),
    },
    {
      heading: 'Options of all commands',
      content: optionRows(
        globalOptions.filter(({ group }) => group === 'Output options'),
        { variables: true },
      ),
    },
    `${legendOf(optionsOfGroup(root, 'Output options'))}\nSee also: kiva help formats, scripts`,
  ],
}

/** Returns the options of a group from all lists and records, without duplicates and defaults of other commands. */
export function optionsOfGroup(root: CommandSpec, group: OptionSpec['group']): readonly OptionSpec[] {
  const options = withDescendants(root)
    .filter(({ endpoint, action }) => endpoint ?? action?.name === 'api')
    .flatMap((command) => command.options)
    .filter((option) => option.group === group)
  return [...new Map(options.map((option) => [option.long, option])).values()]
}

/** Returns rows for the options that a topic explains. */
export const rowsOfTopic = (
  root: CommandSpec,
  topic: TopicName,
  group: OptionSpec['group'] = 'Filter options',
): readonly Row[] =>
  optionRows(
    optionsOfGroup(root, group)
      .filter((option) => option.topic === topic)
      .map(({ topic: _, ...option }) => option),
  )

export const formatsTopic: Topic = {
  brief: 'Output formats',
  page: () => [
    'Without -o, kiva prints a table in a terminal and json in a pipe. KIVA_OUTPUT and the setting output select another default for records; only -o changes the output of other commands, which have no geojson, chart or map, and parquet only where they have --out.',
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
    'a header line, then one line per record. The columns are the fields of the record type, or those of --fields: an object has a column for each of its fields, such as location.country. With --jq, they are the keys of the first results. Lists, and objects with free keys, are compact JSON in one cell.',
  ],
  ['csv', 'RFC 4180 in UTF-8, with CR LF line ends. A missing value is empty; an empty text is "".'],
  ['tsv', 'tabs, line ends and backslashes are escaped as \\t, \\n, \\r and \\\\, as in PostgreSQL.'],
  [
    '--csv-safe',
    'adds an apostrophe to text that a spreadsheet would run as a formula: text that starts with a control character or with =, +, - or @, also full-width or after spaces. Without this option, text is unchanged.',
  ],
  [
    'ids',
    'the id of each record. Commands that take ids read them from -, and also the ids in json, ndjson, csv and tsv, and results of --jq. Records without an id are left out, and stderr says how many.',
  ],
  [
    'md, html',
    'for people: a list is a table of all columns, a record by its id is a page, and portfolio, calendar and today are pages. -o chart and -o map are drawn in a file whose name ends in .html. HTML has no script and requests nothing; --images puts photos into it.',
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

const names = Object.keys(recordTypes) as readonly RecordName[]

export const fields: Topic = {
  brief: 'The fields of each record type',
  page: (root) => [
    'Each command prints records of one of these types. To list the fields of a type: kiva help fields loan_detail.',
    { heading: 'Record types', content: names.map((name): Row => [name, returning(name, root).join(', ')]) },
  ],
  parts: Object.fromEntries(names.map((name) => [name, () => fieldsPage(name)])),
}

/** Returns the commands that print records of this type. */
const returning = (name: RecordName, root: CommandSpec) =>
  withDescendants(root)
    .filter(({ endpoint }) => endpoint?.returns === name)
    .map(({ path }) => path)

function fieldsPage(name: RecordName): Page {
  return [
    `The fields of ${name}, as -o json prints them. Fields marked ? can be missing, which means the same as null.`,
    { heading: 'Fields', content: fieldRows(fieldsOf({ name })) },
    'money is in US dollars; local is in the currency of the loan terms; dates are ISO 8601 in UTC. Records can have fields that are not listed here.',
  ]
}

/** Returns one row per field, including nested ones such as `location.geo.level`. */
const fieldRows = (fields: Fields) =>
  everyField(fields).map(([path, field]): Row => [path, fieldBrief(field)])

const fieldBrief = (field: Field) => `${fieldKind(field)} · ${field.brief}`

export const jq: Topic = {
  brief: 'Filtering and transforming records with jq',
  page: () => [
    '--jq EXPRESSION runs the built-in jq 1.8 once per record, on any number of pages. -o and --fields then apply to its results.',
    {
      heading: 'Examples',
      content: [
        "kiva loans search --jq '{id, name, country: .location.country}' -o table",
        "kiva loans search --all --jq 'select(.loan_amount > 5000) | .id' -o ndjson",
        'kiva loans newest --jq .name --raw-output',
        "kiva loans search --all --slurp --jq 'group_by(.sector) | map(max_by(.loan_amount).id)'",
        "kiva partners list --jq 'select(.countries[]?.iso_code == $c)' --arg c=KE",
      ],
    },
    {
      heading: 'Output',
      content: [
        ['-o json', 'one array of all results'],
        ['-o ndjson', 'one result per line; with -r, strings without quotes'],
        [
          '-o table, csv, tsv',
          'one row per result, with its keys as columns; whole records keep the usual columns',
        ],
        [
          '--slurp',
          'run the expression once, on an array of all records; results are printed without an enclosing array',
        ],
      ],
    },
    {
      heading: 'Differences from the jq program',
      content: [
        ['input, inputs', 'fail: an expression cannot read other records'],
        ['$ENV, env', 'are empty'],
        ['input_line_number', 'is 0'],
        ['halt, halt_error', 'fail, and end the run, like every uncaught error'],
        ['import, include', 'are refused'],
        ['numbers', 'are printed in their shortest form: 1.10 becomes 1.1'],
      ],
    },
    'An invalid expression ends with exit code 2 before any request. If the expression fails on a record, the error names the record; the exit code is 9 if earlier records were printed, else 2. --limit counts the records that are read, not the results. jq manual: https://jqlang.org/manual/v1.8/',
  ],
}

export const charts: Topic = {
  brief: 'Counts, groups, charts and maps',
  page: (root) => [
    '--count prints the number of records. --by groups records, and --sum, --avg, --median, --min and --max state numbers of each group. A terminal draws one number of one field as a bar chart, and several as a table; a pipe gets JSON, -o any other format.',
    {
      heading: 'Examples',
      content: [
        'kiva loans search --status fundraising --country-code KE --count',
        'kiva loans search --status fundraising --by sector --all',
        'kiva loans search --by sector,status --sum loan_amount,funded_amount --all -o csv',
        'kiva loans search --status fundraising --by amount:500 --all',
        'kiva loans search --avg amount --median amount --limit 500',
        'kiva loans search --by country --sum amount --order country --limit 500',
        'kiva loans search --status fundraising --all -o map',
      ],
    },
    { heading: 'Options', content: rowsOfTopic(root, 'charts', 'Output options') },
    'Fields are paths (kiva help fields) or short names: country, sector, status, gender, partner, tag, month, amount; headings of tables work too. --by amount:500 makes groups of $500, the lowest first; JSON and CSV have the lower end of a group, and its upper end belongs to the next. --sum takes numbers; the others take percentages too.',
    'Groups are records, with the names as typed: {"sector":"Food","count":3,"sum":{"amount":1150}}. Their columns, such as sector, count and sum.amount, are the names for --fields and --order; --jq sees groups. The largest come first: by the first number after count, else by count. Another field in --order sorts the records before --limit. Without --by, all records are one group.',
    'Groups read all pages, as filters do. With --limit N or --page they cover only those records, and a note says so: of the first 20 of 269 loans. Without --by and --sum, charts and maps cover the records of a list: one page, --limit N or --all. A record with several values, such as tags, counts for each value. A missing value is the group null, and dates are months. Records without the number add nothing to a sum and are left out of the rest; a note says how many. A list of numbers counts with each of them. Sums are exact; averages and medians are rounded half up, to cents, or to 4 decimals if they are not money. A median keeps its numbers in memory.',
    '--count sends one request and prints the total of the API. It reads all pages if options such as --where drop records, or without a total. --limit N counts at most N. Groups and counts do not move a mark of --new.',
    '-o chart draws a bar chart anywhere, of one number of one field; -o map shows where loans, partners and lending actions are. With --jq, both draw the results of the expression: a chart requires --by, a map location.geo.pairs.',
    { heading: 'Default of --by with -o chart', content: groupingRows() },
    'A map numbers the largest spots and lists them below, with the largest place of each spot and the number of other places. Other spots are shaded by size. A chart has all groups in the pager, else as many as fit on the screen; months with the latest first. Percentages refer to all records, or to their sum.',
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

export const images: Topic = {
  brief: 'Photos in the terminal and in HTML',
  page: () => [
    '--images shows the photos of loans, lenders, teams, partners and journal entries: large on the page of one record, small in a list. Photos require a terminal with colors and -o table, or -o html, whose file holds them. Otherwise kiva prints the records without photos, and a note that says why. kiva explore shows the photo of a record without this option.',
    {
      heading: 'Examples',
      content: [
        'kiva loans show 2100001 --images',
        'kiva loans search --limit 5 --images',
        'kiva teams show 900001 --images=blocks',
      ],
    },
    {
      heading: 'Protocols',
      content: [
        ['auto', 'the best protocol for the terminal, as its environment variables say; blocks in tmux'],
        ['kitty', 'kitty, Ghostty and Konsole; in tmux with `set -g allow-passthrough on`'],
        ['iterm2', 'iTerm2, WezTerm and mintty'],
        [
          'sixel',
          'foot, mlterm, contour and Windows Terminal, also in tmux. kiva does not query the terminal, so select sixel by name if auto does not',
        ],
        ['blocks', 'half-block characters in 24-bit color, or in 256 colors unless COLORTERM is truecolor'],
      ],
    },
    'kiva doctor shows the protocol that auto selects. Photos are JPEG files of at most 2 MiB, loaded from the URLs in /templates/images over HTTPS, without credentials or redirects. If a photo cannot be loaded, a note says so. --cache also caches photos.',
  ],
}
