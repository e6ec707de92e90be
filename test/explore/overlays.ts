/** An overlay of each kind, and requests for the one that lists them. */
import { inputOf } from '../../src/explore/line-edit.ts'
import type { Overlay, State } from '../../src/explore/state/state.ts'

export const overlays: readonly Overlay[] = [
  { kind: 'filter', input: inputOf('maize'), before: '' },
  { kind: 'palette', input: inputOf('lenders n'), at: 1, problem: 'unknown option --foo' },
  {
    kind: 'search',
    at: 1,
    problem: 'invalid value "x" for --gender',
    fields: [
      {
        option: '--q',
        label: 'words',
        brief: 'words to search for',
        choices: [],
        isList: false,
        empty: 'any',
        input: inputOf('maize'),
      },
      {
        option: '--gender',
        label: 'gender',
        brief: 'Gender',
        choices: ['female', 'male'].map((value) => ({ value, label: value })),
        isList: false,
        empty: 'any',
        input: inputOf('x'),
      },
    ],
  },
  { kind: 'sort', at: 2 },
  { kind: 'copy' },
  { kind: 'help', input: inputOf(''), at: 20 },
  { kind: 'requests', at: 0 },
  {
    kind: 'confirm',
    words: 'Read 5,292 more loans? 265 requests, about 5 min.',
    consequence: { kind: 'read-all' },
  },
  { kind: 'export', input: inputOf('loans.csv') },
  { kind: 'shortlist', input: inputOf('spr'), at: 0 },
]

export const requests: State['requests'] = [
  {
    line: 'GET /v1/loans/search.json?page=2',
    result: '200',
    milliseconds: 132.4,
    limits: '52/60',
    curl: 'curl',
  },
  { line: 'GET /v1/loans/search.json', result: 'timeout', milliseconds: undefined, limits: '', curl: 'curl' },
]
