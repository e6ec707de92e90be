/** `kiva mirror` and `kiva sql`: a copy of the marketplace on this machine. */
import type { Action } from '../action.ts'

export const mirrorImport = {
  name: 'mirror import',
  brief: 'Store loans and field partners from JSON',
  params: { file: { kind: 'string', argument: true, brief: 'file of JSON, or - for standard input' } },
  examples: ['loans.ndjson', '-'],
} as const satisfies Action

export const mirrorInfo = {
  name: 'mirror info',
  brief: 'Show what the mirror has',
  params: {},
  examples: ['', '-o json'],
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
  },
  examples: [
    '',
    "'SELECT country, count(*) FROM loans GROUP BY 1' -o csv",
    "'SELECT * FROM payments' --out payments.parquet",
  ],
} as const satisfies Action
