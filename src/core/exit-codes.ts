import type { ErrorKind } from './errors.ts'

interface ExitCode {
  readonly code: number
  /** The description in the README and the help. */
  readonly when: string
}

/** The exit code of each outcome. The README, `kiva --help` and `main` all read this table. */
export const exitCodes = {
  ok: { code: 0, when: 'success, including an empty result or a closed pipe' },
  bug: { code: 1, when: 'unexpected failure, or a response that cannot be decoded' },
  usage: { code: 2, when: 'invalid command line, or --jq failed before any record was printed' },
  config: {
    code: 3,
    when: 'problem with a file (settings, credentials, --out, checkpoint) or found by doctor',
  },
  auth: {
    code: 4,
    when: 'not logged in, 401, 403, access denied, or code expired or used',
  },
  refused: { code: 5, when: 'request refused (any other 4xx), or nothing found' },
  service: { code: 6, when: 'API error (5xx) or maintenance' },
  network: {
    code: 7,
    when: 'DNS failure, connection refused, TLS error, timeout, redirect, or an HTML page',
  },
  'rate-limited': { code: 8, when: 'the rate limit is used up' },
  partial: { code: 9, when: 'only part of the result was printed' },
  empty: { code: 10, when: 'no record was printed, with --fail-empty' },
  interrupted: { code: 130, when: 'SIGINT (Ctrl-C)' },
  terminated: { code: 143, when: 'SIGTERM' },
} as const satisfies Record<'ok' | ErrorKind, ExitCode>
