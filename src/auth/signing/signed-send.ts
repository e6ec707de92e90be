/** Signed requests: every attempt signed afresh, with the service's time where our clock is wrong. */

import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { HttpReply, HttpRequest, Send } from '../../ports/http.ts'
import { parseOrigin } from '../../ports/origin.ts'
import { type Credentials, resolveCredentials } from '../credentials/credentials.ts'
import { maskNamed } from '../masking.ts'
import { nameOf, requireHttps } from '../origin.ts'
import { signedProblem } from '../problems.ts'
import { skewNote, skewOf } from './clock.ts'
import { type Extra, type Signer, signatureBase, signRequest } from './sign.ts'

/** What signing and sending takes. */
export type SigningPorts = Pick<
  Context,
  'nonce' | 'now' | 'say' | 'settings' | 'secrets' | 'signal' | 'stderr'
>

/** Whether a request may be repeated when our clock was wrong. The exchange of a code never is. */
export type Attempts = 'once' | 'twice if the clock is off'

export interface SignedSend {
  (request: HttpRequest, extra?: Extra, attempts?: Attempts, stop?: AbortSignal): Promise<HttpReply>
  /** Seconds that the service's clock is ahead of ours, as learnt so far. */
  skew(): number
}

/** Signs by `signer` and sends. What a reply says is left to the caller. */
export function signing(context: SigningPorts, send: Send, signer: Signer, knownSkew = 0): SignedSend {
  let skew = knownSkew
  let isCorrected = false
  async function attempt(request: HttpRequest, extra: Extra, stop: AbortSignal): Promise<HttpReply> {
    const when = { nonce: context.nonce(), timestamp: Math.floor(context.now() / 1000) + skew }
    if (context.settings.verbosity === 2) {
      // Of our own making: its secrets stand under their names, and all else helps.
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
    // Once in a run; but others may be under way that were signed before.
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

/** Refuses to sign what would carry a token elsewhere than it belongs, or in the open. Throws `KivaError`. */
export function checkTarget(url: string, credentials: Pick<Credentials, 'apiOrigin'>): void {
  const origin = parseOrigin(url)
  if (origin !== credentials.apiOrigin) {
    const to = origin ?? 'what is no address'
    throw new KivaError('auth', `The token for ${nameOf(credentials.apiOrigin)} is not sent to ${to}`, {
      hint: 'A token belongs to the exact scheme, host and port that it was issued for.',
    })
  }
  requireHttps(origin)
}

/**
 * For endpoints that need an authorized user: signs with the credentials of the API's origin and sends. The reply is
 * any but a refusal of the signature or the token, which is thrown as `KivaError` of kind `auth` by its cause.
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
