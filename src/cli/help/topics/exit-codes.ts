import { exitCodes } from '../../../exit-codes.ts'
import type { Row } from '../layout.ts'
import type { Topic } from './topic.ts'

export const exitCodesTopic: Topic = {
  brief: 'Exit codes',
  page: () => [
    'The exit code says how a run ended. stdout is empty unless the code is 0 or 9.',
    { heading: 'Exit codes', content: exitCodeRows() },
    'With -o json or ndjson, an error is one JSON line on stderr with this exit_code and kind (kiva help scripts).',
  ],
}

/** Returns one row per exit code. */
export const exitCodeRows = () =>
  Object.entries(exitCodes).map(([kind, { code, when }]): Row => [`${code}`.padStart(3), `${kind}: ${when}`])
