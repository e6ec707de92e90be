/** `kiva login` as a person has it: on a terminal, at a service where they approve and type the code. */
import { type Ran, type RunOptions, run } from '../harness.ts'
import { accessToken, application, type Service, start } from './service.ts'

/** Where the service of these tests is; by the environment, so that no command has to name it. */
export const origin = 'https://api.example.org'
export const places = { KIVA_BASE_URL: origin, KIVA_AUTH_URL: 'https://www.example.org' }

/** What the credential file has after a login at these places. */
export const entry = {
  api_origin: origin,
  auth_origin: places.KIVA_AUTH_URL,
  client_id: application.clientId,
  client_secret: application.clientSecret,
  ...accessToken,
  scope: ['access'],
  obtained_at: '2026-01-15T12:00:00.000Z',
  account: { name: 'Ada Example', lender_id: 'ada7' },
}

/** The application, for whom a test names no other environment. */
export const env = { KIVA_CLIENT_ID: application.clientId, KIVA_CLIENT_SECRET: application.clientSecret }

/** What stderr told of a failure, as JSON, and the run it ended. */
export interface Failure {
  readonly kind: string
  readonly message: string
  readonly hint?: string
  readonly code?: string
  readonly status?: number
  /** What stood on stderr before. */
  readonly said: string
  readonly ran: Ran
}

/** The address of the page that the person is asked to open. */
export const pageIn = (stderr: string) => /https:\/\/www\.example\.org\/\S+/.exec(stderr)?.[0] ?? ''

/** Logs in, or fails to. */
export function attempt(at: Service, words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run(['login', ...words], {
    terminal: 80,
    now: start,
    send: at.send,
    stdin: [(stderr) => at.approve(pageIn(stderr))],
    ...options,
    env: { ...places, NO_COLOR: '1', ...(options.env ?? env) },
  })
}

/** Logs in. Throws where that fails. */
export async function play(
  at: Service,
  words: readonly string[] = [],
  options: RunOptions = {},
): Promise<Ran> {
  return succeeded(await attempt(at, words, options))
}

/** Fails to log in; what is told of it. */
export async function failing(
  at: Service,
  words: readonly string[] = [],
  options: RunOptions = {},
): Promise<Failure> {
  return failureOf(await attempt(at, [...words, '-o', 'json'], options))
}

/** A run that ended well. Throws where it did not. */
export function succeeded(ran: Ran): Ran {
  if (ran.code !== 0) throw new Error(`kiva ended with ${ran.code}: ${ran.stderr}`)
  return ran
}

/** The failure of a run with `-o json`. Throws where it did not fail. */
export function failureOf(ran: Ran): Failure {
  const at = ran.stderr.lastIndexOf('{"error":')
  if (ran.code === 0 || at < 0) throw new Error(`kiva ended with ${ran.code}: ${ran.stderr}`)
  return { ...JSON.parse(ran.stderr.slice(at)).error, said: ran.stderr.slice(0, at), ran }
}
