/** Sends signed requests. Each attempt is signed anew, with the service's time if our clock is wrong. */

import type { Context } from '../core/context.ts'
import type { HttpReply, HttpRequest, Send } from '../core/http.ts'
import { httpDate } from '../core/time.ts'
import { resolveCredentials } from './credentials.ts'
import { maskNamed } from './masking.ts'
import { checkTarget, requireHttps } from './origin.ts'
import { signedProblem } from './problems.ts'
import { type Extra, type Signer, signatureBase, signRequest } from './sign.ts'

/** The ports for signing and sending. */
export type SigningPorts = Pick<
  Context,
  'nonce' | 'now' | 'say' | 'settings' | 'secrets' | 'signal' | 'stderr'
>

/** Whether a request may be repeated after a clock error. The exchange of a code never is. */
type Attempts = 'once' | 'twice if the clock is off'

export interface SignedSend {
  (request: HttpRequest, extra?: Extra, attempts?: Attempts, stop?: AbortSignal): Promise<HttpReply>
  /** Seconds that the service's clock is ahead of ours, as far as known. */
  skew(): number
}

/** Returns a function that signs requests as `signer` and sends them. The caller interprets the replies. */
export function signing(context: SigningPorts, send: Send, signer: Signer, knownSkew = 0): SignedSend {
  let skew = knownSkew
  let isCorrected = false
  async function attempt(request: HttpRequest, extra: Extra, stop: AbortSignal): Promise<HttpReply> {
    const when = { nonce: context.nonce(), timestamp: Math.floor(context.now() / 1000) + skew }
    if (context.settings.verbosity === 2) {
      // This text is our own: its secrets follow their names, and the rest helps with debugging.
      const base = maskNamed(signatureBase(request, signer, when, extra))
      await context.stderr.write(`signature base string: ${base}\n`, 'people')
    }
    return send(signRequest(request, signer, when, extra), stop)
  }
  const signed = async (
    request: HttpRequest,
    extra: Extra = {},
    attempts: Attempts = 'twice if the clock is off',
    stop = context.signal,
  ) => {
    const assumed = skew
    const reply = await attempt(request, extra, stop)
    const off = skewOf(reply, context.now())
    if (off === undefined || Math.abs(off - assumed) <= 1 || attempts === 'once') return reply
    // The clock is corrected once per run, but concurrent requests may have been signed earlier.
    if (isCorrected && assumed === skew) return reply
    if (!isCorrected) {
      isCorrected = true
      skew = off
      await context.say(skewNote(skew))
    }
    return attempt(request, extra, stop)
  }
  return Object.assign(signed, { skew: () => skew })
}

/**
 * Returns the signed `Send` for endpoints that need an authorized user, with the credentials of the API's
 * origin. A rejected signature or token is thrown as `KivaError` of kind `auth` with its cause; all other
 * replies are returned.
 */
export async function signedSend(
  context: SigningPorts & Pick<Context, 'env' | 'readFile' | 'store'>,
  send: Send,
): Promise<Send> {
  requireHttps(context.settings.baseUrl)
  const credentials = await resolveCredentials(context)
  const signed = signing(context, send, credentials)
  return async (request, signal) => {
    checkTarget(request.url, credentials)
    const reply = await signed(request, {}, 'twice if the clock is off', signal)
    const problem = signedProblem(reply)
    if (problem) throw problem
    return reply
  }
}

/** Seconds of clock difference that cannot explain a 401. */
const tolerance = 60

/**
 * Returns how many seconds the service's clock is ahead of ours, if its `Date` header shows more than the
 * tolerance and the clock may explain the reply's status. `now` is in milliseconds, by our clock.
 */
function skewOf(reply: HttpReply, now: number): number | undefined {
  if (reply.status !== 401 && reply.status !== 400) return undefined
  const skew = secondsAhead(reply, now)
  return skew !== undefined && exceedsTolerance(skew) ? skew : undefined
}

/** Returns how many seconds the service's clock is ahead of ours, from a reply's `Date` header. */
export function secondsAhead({ headers }: Pick<HttpReply, 'headers'>, now: number): number | undefined {
  const date = httpDate(headers['date'])
  return date === undefined ? undefined : Math.round((date - now) / 1000)
}

/** Returns whether a clock that is off by this many seconds makes signatures fail. */
export const exceedsTolerance = (skew: number) => Math.abs(skew) > tolerance

/** Returns the message for a request that is sent again with the service's time. */
function skewNote(skew: number): string {
  const off = skew > 0 ? 'behind' : 'ahead of'
  return `The clock of this machine is ${Math.abs(skew)}s ${off} the API's: retry with the API's time.`
}
