/** `kiva mirror` and `kiva sql`: a copy of the marketplace on this machine. */
import type { Action, ActionParam } from '../action.ts'

const wait = {
  kind: 'string',
  placeholder: 'duration',
  brief: 'wait this long for another run to end; without it, the exit code is 3',
} as const satisfies ActionParam

export const mirrorPull = {
  name: 'mirror pull',
  brief: 'Read loans of the service into the mirror',
  params: {
    for: { kind: 'string', placeholder: 'duration', brief: 'stop after this time, such as 10m or 2h' },
    requests: { kind: 'number', placeholder: 'n', brief: 'stop after this many requests' },
    ids: {
      kind: 'string',
      list: true,
      placeholder: 'ids',
      brief: 'read only these loans; - reads ids from standard input',
    },
    wait,
  },
  examples: ['', '--for 10m', '--requests 100 -o json', '--ids -'],
} as const satisfies Action

export const mirrorImport = {
  name: 'mirror import',
  brief: 'Store loans and field partners from JSON',
  params: { file: { kind: 'string', argument: true, brief: 'file of JSON, or - for standard input' }, wait },
  examples: ['loans.ndjson', '-'],
} as const satisfies Action

export const mirrorExport = {
  name: 'mirror export',
  brief: 'Export the mirror as tables for query engines',
  params: {
    out: {
      kind: 'string',
      file: true,
      placeholder: 'DIR',
      brief: 'folder of the lake, new or of an earlier export',
    },
    keep: {
      kind: 'string',
      placeholder: 'DURATION',
      default: '1d',
      brief: 'time to keep replaced files, so that engines can read earlier versions',
    },
    manifest: {
      kind: 'string',
      file: true,
      placeholder: 'FILE',
      brief: 'list the files to upload since FILE.done, in their order',
    },
    wait,
  },
  examples: ['--out lake', '--out lake --keep 30d', '--out lake --manifest upload.json'],
} as const satisfies Action

export const mirrorSchema = {
  name: 'mirror schema',
  brief: 'List the tables and columns of the lake',
  params: { dbt: { kind: 'flag', brief: 'as sources of dbt, with -o yaml' } },
  examples: ['', '-o json', '--dbt -o yaml'],
} as const satisfies Action

export const mirrorInfo = {
  name: 'mirror info',
  brief: 'Show what the mirror has',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action

export const mirrorVerify = {
  name: 'mirror verify',
  brief: 'Check the mirror for faults',
  params: {
    sample: {
      kind: 'number',
      placeholder: 'n',
      brief: 'also compare this many random loans with the API',
    },
  },
  examples: ['', '--sample 200', '-o json'],
} as const satisfies Action

export const mirrorChanges = {
  name: 'mirror changes',
  brief: 'Show what happened to a loan',
  params: { id: { kind: 'number', argument: true, brief: 'loan id' } },
  examples: ['84', '84 -o json'],
} as const satisfies Action

export const mirrorClear = {
  name: 'mirror clear',
  brief: 'Delete the mirror with its history',
  params: { yes: { kind: 'flag', brief: 'do not ask' } },
  examples: ['', '--yes'],
} as const satisfies Action

export const sql = {
  name: 'sql',
  brief: 'Query the mirror in SQL',
  saves: 'rows',
  params: {
    statement: {
      kind: 'string',
      argument: true,
      optional: true,
      brief: 'one SELECT, or - for standard input; without it, the tables are listed',
    },
    temp: {
      kind: 'string',
      choices: ['file', 'memory'],
      default: 'file',
      brief: 'where large sorts keep their rows; memory is limited to 1.5 GB',
    },
  },
  examples: [
    '',
    "'SELECT country, count(*) FROM loans GROUP BY 1' -o csv",
    "'SELECT * FROM payments' --out payments.parquet",
  ],
} as const satisfies Action
