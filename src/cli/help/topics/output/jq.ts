import type { Topic } from '../topic.ts'

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
        "kiva loans search --all --slurp --jq 'map(.loan_amount) | add / length'",
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
