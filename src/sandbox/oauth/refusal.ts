/** Errors that the provider reports to programs. */
import type { oauthProblems } from '../../api/gaps.ts'
import { Refusal } from '../http/refusal.ts'
import type { Headers } from '../http/reply.ts'
import { uncachedHeaders } from './reply.ts'

type OAuthProblem = (typeof oauthProblems)[number]

/**
 * Thrown for an invalid signed call: a name from a closed list, a status, and a message. The message may contain names
 * but never secret values. Quote text from the caller with `quote` and `maxQuoted`.
 */
export class OAuthRefusal extends Refusal {
  readonly problem: OAuthProblem

  constructor(problem: OAuthProblem, message: string) {
    const status = problemStatus[problem]
    super(status, `oauth.${problem}`, message, refusalHeaders(status))
    this.problem = problem
  }
}

/**
 * RFC 5849 §3.2: 400 for malformed requests, 401 for failed authentication. A client corrects its clock by
 * the `date` of a 401. 403 means that no other signature would help, and 405 is HTTP's own.
 */
export const problemStatus = {
  signature_invalid: 401,
  https_required: 403,
  verifier_expired: 401,
  verifier_used: 401,
  client_mismatch: 401,
  client_restricted: 403,
  parameter_absent: 400,
  parameter_rejected: 400,
  nonce_used: 401,
  timestamp_refused: 401,
  token_rejected: 401,
  token_revoked: 401,
  token_expired: 401,
  callback_mismatch: 400,
  client_unknown: 401,
  method_not_allowed: 405,
} as const satisfies Record<OAuthProblem, number>

/**
 * Returns the headers that HTTP requires with some statuses (RFC 9110 §15.5.2, §15.5.6), and headers that
 * disable caching.
 */
export function refusalHeaders(status: number): Headers {
  if (status === 401) return { ...uncachedHeaders, 'www-authenticate': 'OAuth realm="kiva-sandbox"' }
  return status === 405 ? { ...uncachedHeaders, allow: 'POST' } : uncachedHeaders
}

/** Most characters of a request that an error message may repeat. */
export const maxQuoted = 200
