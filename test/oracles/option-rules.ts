/**
 * Written by hand: options that exclude each other, require another option, or work only with some formats,
 * as command lines with their exact messages. `tty` marks lines that use the default format of a terminal.
 */
export interface RefusedLine {
  readonly line: string
  readonly message: string
  readonly env?: Readonly<Record<string, string>>
  readonly tty?: true
}

const refused = (line: string, message: string): RefusedLine => ({ line, message })

/** Returns a refused line for each of these options together with `other`. */
const together = (command: string, options: readonly string[], other: string): readonly RefusedLine[] =>
  options.map((option) => ({
    line: `${command} ${other} ${option}`,
    message: `${option.split(' ')[0]} cannot be used with ${other.split(' ')[0]}`,
  }))

export const optionRules: readonly RefusedLine[] = [
  // Options that require another option.
  refused('loans newest --force', '--force requires --wire'),
  refused('loans newest --slurp', '--slurp requires --jq'),
  refused('loans newest --raw-output', '--raw-output requires --jq'),
  refused('loans newest -r', '--raw-output requires --jq'),
  refused('loans newest --arg a=b', '--arg requires --jq or --where'),
  refused('loans newest --until true', '--until requires --watch'),
  refused('loans newest --overwrite', '--overwrite requires --out'),
  refused('loans show 84 --overwrite', '--overwrite requires --out or --missing'),
  refused('loans newest --checkpoint c', '--checkpoint requires --out'),
  refused('loans newest --resume c', '--resume requires --out'),
  refused('loans show 84 --missing m --checkpoint c', '--checkpoint requires --out'),
  refused('loans newest -o parquet', '-o parquet requires --out'),
  refused('loans newest --count -o parquet', '--count cannot be used with -o parquet'),
  { line: 'loans newest', env: { KIVA_OUTPUT: 'parquet' }, message: '-o parquet requires --out' },

  // --wire prints one document of the service, unchanged.
  ...together('loans newest', ['--all', '--limit 5', '--strict-paging', '--concurrency 2'], '--wire xml'),
  ...together(
    'loans newest',
    ['--fields id', '--csv-safe', '--jq .id', '--by sector', '--sum loan_amount', '--count', '--images'],
    '--wire json',
  ),
  ...together('loans newest', ['--wide', '--no-headers'], '--wire json'),
  ...together('loans updates 84', ['--read'], '--wire json'),
  ...together('loans show 84', ['--lang es', '--full', '--missing m'], '--wire xml'),
  ...together('loans newest', ['--checkpoint c', '--resume c'], '--out a.xml --wire xml').map(
    ({ line, message }) => ({ line, message: message.replace('--out', '--wire') }),
  ),
  refused('api loans/newest.xml --all', '--all cannot be used with --wire'),

  // --web prints no records.
  ...together(
    'loans show 84',
    [
      '--wire json',
      '--fields id',
      '--csv-safe',
      '--jq .id',
      '--by sector',
      '--sum loan_amount',
      '--count',
      '--lang es',
      '--full',
      '--images',
      '--out a.json',
      '--missing m',
      '--checkpoint c',
      '--resume c',
      '--watch 30s',
      '--curl',
      '--dry-run',
      '--new',
      '--changes',
      '--wide',
      '--no-headers',
    ],
    '--web',
  ),

  // --watch shows changes on the screen.
  ...together(
    'loans show 84',
    ['--wire json', '--out a.json', '--missing m', '--curl', '--dry-run'],
    '--watch 30s',
  ),
  refused('loans newest --watch 30s --jq .id --raw-output', '--raw-output cannot be used with --watch'),
  refused('loans newest --watch 30s --checkpoint c', '--checkpoint cannot be used with --watch'),
  refused('loans newest --watch 30s --resume c', '--resume cannot be used with --watch'),

  // Mutually exclusive options.
  refused('loans newest --curl --dry-run', '--curl cannot be used with --dry-run'),
  refused(
    'loans newest --jq . --slurp --out a.json --checkpoint c',
    '--slurp cannot be used with --checkpoint',
  ),
  refused('loans newest --jq . --slurp --out a.json --resume c', '--slurp cannot be used with --resume'),

  // Options for the text of records, as people read it.
  ...together('loans show 84', ['--fields id', '--jq .'], '--lang es'),
  ...together('loans show 84', ['--fields id', '--jq .'], '--full'),
  ...together('loans updates 84', ['--fields id', '--jq .'], '--read'),

  // The format is named with -o.
  refused('loans updates 84 --read -o json', '--read cannot be used with -o json'),
  refused('loans show 84 --lang es -o yaml', '--lang cannot be used with -o yaml'),
  refused('loans show 84 --full -o chart', '--full cannot be used with -o chart'),
  refused('loans newest --wide -o ndjson', '--wide cannot be used with -o ndjson'),
  refused('loans newest --no-headers -o csv', '--no-headers cannot be used with -o csv'),
  refused('config list --no-headers -o json', '--no-headers cannot be used with -o json'),
  refused('loans newest --by country -o map', '--by cannot be used with -o map'),
  refused('loans newest --avg loan_amount -o map', '--avg cannot be used with -o map'),
  refused('loans newest --count -o chart', '--count cannot be used with -o chart'),
  refused('loans newest --count -o map', '--count cannot be used with -o map'),
  refused('loans newest --count --out a.parquet', '--count cannot be used with --out a.parquet'),
  refused('loans newest --csv-safe -o json', '--csv-safe cannot be used with -o json'),
  refused('loans newest --fields id -o chart', '--fields cannot be used with -o chart'),
  refused('loans newest --fields id -o map', '--fields cannot be used with -o map'),
  refused('loans newest --jq .id -r -o json', '--raw-output cannot be used with -o json'),
  refused('loans newest --jq .id -r -o table', '--raw-output cannot be used with -o table'),
  ...['table', 'parquet', 'chart', 'map'].flatMap((format) =>
    ['--checkpoint', '--resume'].map((option) =>
      refused(`loans newest --out a ${option} c -o ${format}`, `${option} cannot be used with -o ${format}`),
    ),
  ),

  // The format is implied by another option.
  refused('loans newest --wide --csv-safe', '--csv-safe cannot be used with --wide'),
  refused('loans newest --jq .id -r --csv-safe', '--csv-safe cannot be used with --raw-output'),
  refused('loans newest --jq .id -r --wide', '--wide cannot be used with --raw-output'),

  // Groups and counts are no records.
  ...['--by sector', '--sum loan_amount', '--median loan_amount', '--count'].flatMap((option) => [
    ...together(
      'loans newest',
      ['--watch 30s', '--changes', '--mark-only --new', '--images', '--across'],
      option,
    ),
    ...together('loans newest --out a.json', ['--checkpoint c', '--resume c'], option),
    ...together('loans show 84', ['--full', '--lang es'], option),
  ]),
  refused('loans updates 84 --read --by subject', '--read cannot be used with --by'),
  ...together('loans newest', ['--page 2', '--jq .id', '--fields id'], '--count'),

  // The format is implied by the file name.
  refused('loans updates 84 --read --out updates.json', '--read cannot be used with --out updates.json'),
  refused('loans newest --wide --out a.csv', '--wide cannot be used with --out a.csv'),
  refused('loans newest --csv-safe --out a.json', '--csv-safe cannot be used with --out a.json'),
  refused('loans newest --out a.parquet --checkpoint c', '--checkpoint cannot be used with --out a.parquet'),

  // The format is the default.
  refused('loans newest --csv-safe', '--csv-safe cannot be used with -o json'),
  { line: 'loans newest --csv-safe', tty: true, message: '--csv-safe cannot be used with -o table' },
  {
    line: 'loans newest --out a --checkpoint c',
    env: { KIVA_OUTPUT: 'table' },
    message: '--checkpoint cannot be used with -o table',
  },
  {
    line: 'loans newest --fields id',
    env: { KIVA_OUTPUT: 'map' },
    message: '--fields cannot be used with -o map',
  },

  // Actions.
  refused('login --start --finish', '--start cannot be used with --finish'),
  refused('login --finish --scope access', '--scope cannot be used with --finish'),
  refused('login --finish --callback oob', '--callback cannot be used with --finish'),
  refused('sandbox --callback http://localhost:3000/callback', '--callback requires --client'),

  // Rules that depend on the whole command line.
  refused(
    '--sandbox --base-url https://api.example.org loans newest',
    '--sandbox cannot be used with --base-url',
  ),
  refused('--sandbox login --start', '--start cannot be used with --sandbox'),
  refused('--sandbox login --finish', '--finish cannot be used with --sandbox'),
  refused('loans newest --watch 30s -o xml', '--watch cannot be used with -o xml here'),
  refused('loans newest --watch 30s -o chart', '--watch cannot be used with -o chart here'),
  refused('api my/account --all', '--all cannot be used with /my/account'),
]

/** Similar lines that are accepted. */
export const allowedLines: readonly string[] = [
  'loans newest --jq .id --raw-output -o ndjson --dry-run',
  'loans newest --jq .id --raw-output --out a.csv --dry-run',
  'loans newest --jq .id --fields id --raw-output --dry-run',
  'loans newest --wire json -o json --dry-run',
  'loans newest --by sector --sum loan_amount --dry-run',
  'loans newest --sum loan_amount -o map --dry-run',
  'loans newest --by sector -o chart --out a.txt --dry-run',
  'loans newest --by sector --out a.csv --csv-safe --dry-run',
  'loans newest --by sector,status --sum amount --fields count --count --page 2 --jq . --dry-run',
  'loans newest --by sector --count -o chart --dry-run',
  'loans newest --by sector --out a.parquet --count --dry-run',
  'loans newest --wide --no-headers --plain --dry-run',
  'loans newest --csv-safe --out a.tsv --dry-run',
  'loans newest --out a.parquet --fields id --dry-run',
  'loans show 84 --missing m --overwrite --dry-run',
  'loans show 84 --lang es --full --wide -o table --dry-run',
  'loans newest --all --limit 5 --jq . --slurp --curl',
]
