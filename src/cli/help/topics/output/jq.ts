import type { Topic } from '../topic.ts'

export const jq: Topic = {
  brief: 'Making something else of records',
  page: () => [
    '--jq EXPRESSION is jq 1.8, built in. The expression sees each record by itself, of however many pages, and its results are the new records: printed in the format that -o says, with --fields as its columns.',
    {
      heading: 'Examples',
      content: [
        "kiva loans search --jq '{id, name, country: .location.country}' -o table",
        "kiva loans search --all --jq 'select(.loan_amount > 5000) | .id' -o ndjson",
        'kiva loans newest --jq .name --raw-output',
        "kiva loans search --all --slurp --jq 'group_by(.sector) | map({sector: .[0].sector, n: length})'",
        "kiva partners list --jq 'select(.countries[]?.iso_code == $c) | .name' --arg c=KE -r",
      ],
    },
    {
      heading: 'What is printed',
      content: [
        ['-o json', 'one array of all results'],
        ['-o ndjson', 'a result a line; with -r strings without quotes'],
        ['-o table, csv, tsv', 'a row for each result, with its keys as columns'],
        [
          '--slurp',
          'the expression sees one array of all records, once all are read; results stand by themselves, with no array around',
        ],
      ],
    },
    {
      heading: 'What is other than in jq',
      content: [
        ['input, inputs', 'fail: which records come together is not for an expression to know'],
        ['$ENV, env', 'are empty'],
        ['input_line_number', 'is 0'],
        ['halt, halt_error', 'fail, and so does every error that is not caught: the reading ends there'],
        ['import, include', 'are refused'],
        ['numbers', 'are printed in their shortest form: 1.10 as 1.1'],
      ],
    },
    'An invalid expression ends with exit code 2 before anything is requested. If the expression fails on a record, the error names the record: exit code 9 if records before it were printed, else 2. --limit counts the records that are read. The manual: https://jqlang.org/manual/v1.8/',
  ],
}
