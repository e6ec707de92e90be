/** How the provider says no to a program: one name of the closed list, a status, and a sentence. */
import { encodePairs } from '../../../api/encode.ts'
import type { oauthProblems } from '../../../api/gaps.ts'
import type { HttpReply } from '../../../context.ts'
import { formReply, jsonReply } from './uncached-reply.ts'

export type OAuthProblem = (typeof oauthProblems)[number]

/** Thrown wherever a signed call turns out wrong. The message may quote names, never the values of secrets. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly problem: OAuthProblem

  constructor(problem: OAuthProblem, message: string) {
    super(message)
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

/** Headers that HTTP asks for beside some statuses (RFC 9110 §15.5.2, §15.5.6). */
export function problemHeaders(status: number): Readonly<Record<string, string>> {
  if (status === 401) return { 'www-authenticate': 'OAuth realm="kiva-sandbox"' }
  return status === 405 ? { allow: 'POST' } : {}
}

/** The answer of a token call, in the rendering that its success would have had. */
export function refusalReply({ problem, message }: Refusal, form: boolean): HttpReply {
  const status = problemStatus[problem]
  const pairs = [
    ['oauth_problem', problem],
    ['oauth_problem_advice', message],
  ] as const
  return form
    ? formReply(status, encodePairs(pairs), problemHeaders(status))
    : jsonReply(status, { code: `oauth.${problem}`, message }, problemHeaders(status))
}
