import type { ErrorKind } from './errors.ts'

interface ExitCode {
  readonly code: number
  /** The description in the README and the help. */
  readonly when: string
}

/** The exit code of each outcome. The README, `kiva --help` and `main` all read this table. */
export const exitCodes = {
  ok: { code: 0, when: 'success; also an empty result, or the reader closed the pipe' },
  bug: { code: 1, when: 'unexpected failure, or an answer that could not be decoded' },
  usage: { code: 2, when: 'wrong command line, or a failing --jq before anything was delivered' },
  config: {
    code: 3,
    when: 'a file is wrong, unsafe, corrupt or in the way: config, credentials, --out, a checkpoint; doctor found a problem',
  },
  auth: {
    code: 4,
    when: 'not logged in, 401, 403 without a rate limit, access denied, code expired or used',
  },
  refused: { code: 5, when: 'the service said no: any other 4xx, or nothing found' },
  service: { code: 6, when: 'the service failed: 5xx, or maintenance' },
  network: { code: 7, when: 'DNS, connection refused, TLS, timeout, or a redirect that is not followed' },
  'rate-limited': { code: 8, when: 'the rate limit is used up' },
  partial: { code: 9, when: 'some of the answer was delivered, not all' },
  interrupted: { code: 130, when: 'SIGINT, Ctrl-C' },
  terminated: { code: 143, when: 'SIGTERM' },
} as const satisfies Record<'ok' | ErrorKind, ExitCode>
