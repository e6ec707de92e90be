/** Explains failed authorization by its cause, with the causes of the OAuth problem reporting extension. Pure. */
import { oauthProblems } from '../api/gaps.ts'
import { outOfBand } from '../api/origins.ts'
import { readErrorBody } from '../api/wire/problem.ts'
import { type CommandLine, KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { HttpReply } from '../core/http.ts'
import type { TokenCall } from './credentials-file.ts'

type OAuthProblem = (typeof oauthProblems)[number]

interface Explanation {
  readonly what: string
  readonly next: (kiva: CommandLine) => string
  /** The same where a code is exchanged: of its parameters, the user has typed only the code. */
  readonly atExchange?: Omit<Explanation, 'atExchange'>
}

const restart = (kiva: CommandLine) => `Start again with ${kiva('login')}.`
const loginAgain = (kiva: CommandLine) => `Log in again with ${kiva('login')}.`
const checkClient = 'Check the client id and secret (KIVA_CLIENT_ID, KIVA_CLIENT_SECRET).'

const explanations = {
  signature_invalid: {
    what: 'invalid signature',
    next: () => checkClient,
  },
  https_required: { what: 'HTTPS was not used', next: () => 'Use an https URL with --base-url.' },
  verifier_expired: {
    what: 'the authorization code has expired',
    next: (kiva) => restart(kiva),
  },
  verifier_used: {
    what: 'the authorization code was already used',
    next: (kiva) => restart(kiva),
  },
  client_mismatch: {
    what: 'the code was issued to another application',
    next: (kiva) => `Use the same client id and secret in both steps. ${restart(kiva)}`,
  },
  client_restricted: {
    what: 'the application is restricted and may not use authorization',
    next: () => 'Use another client id.',
  },
  parameter_absent: { what: 'a parameter is missing', next: restart },
  parameter_rejected: {
    what: 'a parameter is invalid',
    next: (kiva) => `Check --callback. ${restart(kiva)}`,
    atExchange: {
      what: 'wrong code',
      next: (kiva) => `Enter the code that the page shows after you approve. ${restart(kiva)}`,
    },
  },
  nonce_used: {
    what: 'the request was seen before',
    next: () => 'Try again: each request gets a new signature.',
  },
  timestamp_refused: {
    what: "the clock differs too much from the API's",
    next: () => 'Set the clock of this machine.',
  },
  token_rejected: {
    what: 'the token is invalid',
    next: restart,
    atExchange: { what: 'wrong code, or this login has ended', next: restart },
  },
  token_revoked: {
    what: 'access was revoked in the account preferences',
    next: loginAgain,
  },
  token_expired: { what: 'the token has expired', next: loginAgain },
  callback_mismatch: {
    what: 'the callback is not the one registered for the application',
    next: () => `Use the registered callback with --callback, or "${outOfBand}" without one.`,
  },
  client_unknown: { what: 'unknown application', next: () => checkClient },
  method_not_allowed: { what: 'the HTTP method is not allowed', next: () => 'Check --base-url.' },
} as const satisfies Record<OAuthProblem, Explanation>

/** Other names for the same causes, used by real services. */
const synonyms: Readonly<Record<string, OAuthProblem>> = {
  consumer_key_unknown: 'client_unknown',
  consumer_key_rejected: 'client_restricted',
  consumer_key_refused: 'client_restricted',
  permission_denied: 'client_restricted',
  permission_unknown: 'parameter_rejected',
  token_used: 'verifier_used',
  verifier_invalid: 'parameter_rejected',
  signature_method_rejected: 'signature_invalid',
  version_rejected: 'parameter_rejected',
}

/** Returns the cause in a reply's body: `{"code":"oauth.…"}`, or `oauth_problem=…` in a form. */
export function oauthProblemIn(text: string): OAuthProblem | undefined {
  const form = /^[^<{]*(?<=^|&)oauth_problem=/.test(text)
    ? new URLSearchParams(text).get('oauth_problem')
    : undefined
  const name = form ?? readErrorBody(text).code?.replace(/^(?:org\.kiva\.)?oauth\./, '')
  if (name === undefined) return undefined
  return (
    oauthProblems.find((problem) => problem === name) ??
    (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined)
  )
}

/**
 * Returns the failure of a token call. `statusFailure` is the failure by status alone: it is kept for a server error,
 * a redirect or a rate limit. All other failures are of kind `auth`.
 */
export function tokenProblem(
  reply: HttpReply,
  text: string,
  call: TokenCall,
  statusFailure: KivaError | undefined,
): KivaError {
  const problem = oauthProblemIn(text)
  if (problem !== undefined) return explain(`the API refused ${call}`, problem, reply.status, call)
  if (statusFailure && !['auth', 'refused'].includes(statusFailure.kind)) return statusFailure
  if (reply.status === 404 || reply.status === 410) {
    return new KivaError('auth', `the API no longer offers authorization: no page for ${call}`, {
      hint: 'Check --base-url, or try kiva --sandbox login.',
      status: reply.status,
    })
  }
  const opening = `the API refused ${call} (${reply.status})`
  const { message } = readErrorBody(text)
  const words = text.startsWith('<')
    ? `${opening}: it responded with a web page`
    : message
      ? sentence`${opening}: ${foreign(message)}`
      : opening
  return new KivaError('auth', words, {
    hint: (kiva) => `${checkClient} ${restart(kiva)}`,
    status: reply.status,
  })
}

/** Returns whether the exchange failed because of a wrong code, so that the right code may still be sent. */
export function isWrongCode(problem: unknown): problem is KivaError {
  return problem instanceof KivaError && problem.code === codeOf('parameter_rejected')
}

/** Returns the failure of a signed request that names a cause or is a bare 401; otherwise `undefined`. */
export function signedProblem(reply: HttpReply): KivaError | undefined {
  if (reply.status < 400 || reply.status > 499) return undefined
  const text = new TextDecoder().decode(reply.body).trim()
  const problem = oauthProblemIn(text)
  if (problem !== undefined) return explain('the API refused the request', problem, reply.status)
  if (reply.status !== 401) return undefined
  return explain('the API refused the request', 'token_rejected', reply.status)
}

function explain(opening: string, problem: OAuthProblem, status: number, call?: TokenCall): KivaError {
  const explanation: Explanation = explanations[problem]
  const { what, next } = (call === 'an access token' && explanation.atExchange) || explanation
  return new KivaError('auth', `${opening}: ${what}`, { hint: next, status, code: codeOf(problem) })
}

const codeOf = (problem: OAuthProblem) => `oauth.${problem}`
