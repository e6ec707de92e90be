/** What went wrong with authorization, told by cause (service.md "Errors"; the OAuth problem reporting extension). Pure. */
import { oauthProblems } from '../api/gaps.ts'
import { saidIn } from '../api/problem.ts'
import type { HttpReply } from '../context.ts'
import { KivaError } from '../errors.ts'
import type { TokenCall } from './token-reply.ts'

export type OAuthProblem = (typeof oauthProblems)[number]

interface Telling {
  readonly what: string
  readonly next: string
}

const restart = 'Start again with kiva login.'
const checkClient = 'Check the client id and secret of the application (KIVA_CLIENT_ID, KIVA_CLIENT_SECRET).'

const tellings = {
  signature_invalid: {
    what: 'the signature is wrong',
    next: `${checkClient} A wrong secret makes a wrong signature.`,
  },
  https_required: { what: 'HTTPS was not used', next: 'Give an https address with --base-url.' },
  verifier_expired: {
    what: 'the authorization code has expired',
    next: `${restart} A code is good for a short time.`,
  },
  verifier_used: {
    what: 'the authorization code was already used',
    next: `${restart} A code can be used once only.`,
  },
  client_mismatch: {
    what: 'the code was issued to another application than the one that asks for the token',
    next: `Use the same client id and secret in both steps. ${restart}`,
  },
  client_restricted: {
    what: 'the application is restricted: it may not use authorization',
    next: 'Ask the service about this application, or use another client id.',
  },
  parameter_absent: { what: 'a parameter is missing', next: restart },
  parameter_rejected: {
    what: 'a parameter or the code is not valid',
    next: `Check the code and --callback. ${restart}`,
  },
  nonce_used: { what: 'the request was seen before', next: 'Try again: every request is signed afresh.' },
  timestamp_refused: {
    what: "the time of the request is too far from the service's",
    next: 'Set the clock of this machine.',
  },
  token_rejected: { what: 'the token is not valid', next: restart },
  token_revoked: {
    what: 'access was revoked in the account preferences',
    next: 'Log in again with kiva login.',
  },
  token_expired: { what: 'the token has expired', next: 'Log in again with kiva login.' },
  callback_mismatch: {
    what: 'the callback is not the one registered for the application',
    next: 'Give the registered one with --callback; an application without one uses "oob".',
  },
  client_unknown: { what: 'the application is not known', next: checkClient },
  method_not_allowed: { what: 'the HTTP method is not allowed there', next: 'Check --base-url.' },
} as const satisfies Record<OAuthProblem, Telling>

/** Other names for the same causes, as services in the field write them. */
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

/** The cause that the body of a reply names: `{"code":"oauth.…"}`, or `oauth_problem=…` in a form. */
export function oauthProblemIn(text: string): OAuthProblem | undefined {
  const form = /^[^<{]*(?<=^|&)oauth_problem=/.test(text)
    ? new URLSearchParams(text).get('oauth_problem')
    : undefined
  const name = form ?? saidIn(text).code?.replace(/^(?:org\.kiva\.)?oauth\./, '')
  if (name === undefined) return undefined
  return (
    oauthProblems.find((problem) => problem === name) ??
    (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined)
  )
}

/**
 * The failure of a token call. `usual` is what the status alone says: kept where the service itself failed, sent us
 * elsewhere or has had too many requests; all else is of kind `auth`.
 */
export function tokenProblem(
  reply: HttpReply,
  text: string,
  call: TokenCall,
  usual: KivaError | undefined,
): KivaError {
  const problem = oauthProblemIn(text)
  if (problem !== undefined) return told(`The service refused ${call}`, problem, reply.status)
  if (usual && !['auth', 'refused'].includes(usual.kind)) return usual
  if (reply.status === 404 || reply.status === 410) {
    return new KivaError(
      'auth',
      `The service no longer offers authorization: there is nothing at the address for ${call}`,
      {
        hint: 'Check --base-url. To try the whole flow without the service: kiva --sandbox login.',
        status: reply.status,
      },
    )
  }
  const said = text.startsWith('<') ? 'it answered with a web page' : tidy(saidIn(text).message ?? '')
  return new KivaError('auth', `The service refused ${call} (${reply.status})${said && `: ${said}`}`, {
    hint: `${checkClient} ${restart}`,
    status: reply.status,
  })
}

/** The failure of a signed request that names its cause, or is a bare 401; `undefined` for any other reply. */
export function signedProblem(reply: HttpReply): KivaError | undefined {
  if (reply.status < 400 || reply.status > 499) return undefined
  const text = new TextDecoder().decode(reply.body).trim()
  const problem = oauthProblemIn(text)
  if (problem !== undefined) return told('The service refused the request', problem, reply.status)
  if (reply.status !== 401) return undefined
  return told('The service refused the request', 'token_rejected', reply.status)
}

function told(opening: string, problem: OAuthProblem, status: number): KivaError {
  const { what, next } = tellings[problem]
  return new KivaError('auth', `${opening}: ${what}`, { hint: next, status, code: `oauth.${problem}` })
}

/** A stranger's words on one line, without control characters, not too many. */
export function tidy(words: string): string {
  const line = words.replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 299).toWellFormed()}…` : line
}
