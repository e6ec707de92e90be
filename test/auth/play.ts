/** Runs `kiva login` as a person would: on a terminal, approving the application and typing the code. */
import { type Ran, type RunOptions, run } from '../harness.ts'
import { accessToken, application, type Service, start } from './service.ts'

/** The addresses of the test service, passed in the environment so that commands need no option. */
export const origin = 'https://api.example.org'
export const places = { KIVA_BASE_URL: origin, KIVA_AUTH_URL: 'https://www.example.org' }

/** The entry in the credentials file after a login. */
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

/** The application: the default environment. */
export const env = { KIVA_CLIENT_ID: application.clientId, KIVA_CLIENT_SECRET: application.clientSecret }

/** The JSON error on stderr, and the failed run. */
export interface Failure {
  readonly kind: string
  readonly message: string
  readonly hint?: string
  readonly code?: string
  readonly status?: number
  /** The text on stderr before the error. */
  readonly said: string
  readonly ran: Ran
}

/** The URL of the authorization page printed on stderr. */
export const pageIn = (stderr: string) => /https:\/\/www\.example\.org\/\S+/.exec(stderr)?.[0] ?? ''

/** Runs a login that may fail. */
export function attempt(at: Service, words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run(['login', ...words], {
    // Wide enough that no sentence is wrapped.
    terminal: 400,
    now: start,
    send: at.send,
    stdin: [(stderr) => at.approve(pageIn(stderr))],
    ...options,
    env: { ...places, NO_COLOR: '1', ...(options.env ?? env) },
  })
}

/** Logs in. Throws if the login fails. */
export async function play(
  at: Service,
  words: readonly string[] = [],
  options: RunOptions = {},
): Promise<Ran> {
  return succeeded(await attempt(at, words, options))
}

/** Runs a login that must fail, and returns its error. */
export async function failing(
  at: Service,
  words: readonly string[] = [],
  options: RunOptions = {},
): Promise<Failure> {
  return failureOf(await attempt(at, [...words, '-o', 'json'], options))
}

/** Returns the run if its exit code is 0; throws otherwise. */
export function succeeded(ran: Ran): Ran {
  if (ran.code !== 0) throw new Error(`kiva ended with ${ran.code}: ${ran.stderr}`)
  return ran
}

/** Returns the error of a run with `-o json`. Throws if the run succeeded. */
export function failureOf(ran: Ran): Failure {
  const at = ran.stderr.lastIndexOf('{"error":')
  if (ran.code === 0 || at < 0) throw new Error(`kiva ended with ${ran.code}: ${ran.stderr}`)
  return { ...JSON.parse(ran.stderr.slice(at)).error, said: ran.stderr.slice(0, at), ran }
}
