/** How the provider says no to a program: one name of the closed list, a status, and a sentence. */
import type { oauthProblems } from '../../../api/gaps.ts'
import { Refusal } from '../../http/refusal.ts'
import { uncachedHeaders } from './uncached-reply.ts'

export type OAuthProblem = (typeof oauthProblems)[number]

/**
 * Thrown wherever a signed call turns out wrong. The message may quote names, never the values of secrets, and of
 * what the caller sent no more than `quote` lets through.
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
 * RFC 5849 §3.2: 400 for what is badly formed, 401 for what doesn't prove itself; a client reads the `date` of a
 * 401 to put its clock right. 403 where no other signature would help, and HTTP's own 405.
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

/** Headers that HTTP asks for beside some statuses (RFC 9110 §15.5.2, §15.5.6), and that keep caches away. */
export function refusalHeaders(status: number): Readonly<Record<string, string>> {
  if (status === 401) return { ...uncachedHeaders, 'www-authenticate': 'OAuth realm="kiva-sandbox"' }
  return status === 405 ? { ...uncachedHeaders, allow: 'POST' } : uncachedHeaders
}

const mostQuoted = 200

/** What a message may repeat of a request: its beginning. A refusal is never much longer than the sentence it is. */
export function quote(text: string): string {
  return text.length > mostQuoted ? `${text.slice(0, mostQuoted - 1).toWellFormed()}…` : text
}
