/**
 * The service as specified in docs/service.md, Authorization. It checks every signature with the independent
 * verifier, issues tokens, and lets a test approve in the person's place. It is written independently of the
 * signer and of the sandbox.
 */
import type { HttpReply, HttpRequest, Send } from '../../src/core/http.ts'
import type { Json } from '../../src/core/json.ts'
import { headerParameters, isSignedBy } from './verify.ts'

/** The local time of the logins in these tests. */
export const start = Date.UTC(2026, 0, 15, 12, 0, 0)

const bytes = (body: Json | string) =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

export const application = { clientId: 'org.example.app', clientSecret: 'application/secret+1' }

interface Faults {
  /** Overrides the reply to the named call. */
  readonly answer?: Partial<
    Record<'request_token' | 'access_token' | 'account', (request: HttpRequest) => HttpReply>
  >
  readonly form?: boolean
  readonly confirmed?: Json
  /** The URLs of the token calls have this suffix. */
  readonly suffix?: string
  /** A wrong code invalidates the authorization, as the real service may do. */
  readonly burns?: boolean
  readonly scope?: Json
  /** The service's clock in milliseconds. */
  readonly now?: () => number
}

export interface Service {
  readonly send: Send
  readonly requests: HttpRequest[]
  /** Approves the application on the page with this URL; returns the code. */
  approve(page: string): string
}

// Like the live tokens: reserved characters, and the client id at the end.
const requestToken = { oauth_token: 'rt.1~%;org.example.app', oauth_token_secret: 'rts/=1+2%;&' }
export const accessToken = { oauth_token: 'at.1~%;org.example.app', oauth_token_secret: 'ats/=1+2%;&' }

export function service(faults: Faults = {}): Service {
  const requests: HttpRequest[] = []
  const nonces = new Set<string>()
  const now = faults.now ?? (() => start)
  const suffix = faults.suffix ?? ''
  let verifier: string | undefined
  let callback = ''

  const reply = (status: number, body: Json | string): HttpReply => ({
    status,
    headers: { date: new Date(now()).toUTCString() },
    body: bytes(body),
  })
  const token = (fields: Readonly<Record<string, Json>>) =>
    reply(200, faults.form ? String(new URLSearchParams(fields as Record<string, string>)) : fields)
  const refuse = (name: string, status = 401) =>
    reply(status, { code: `oauth.${name}`, message: `no: ${name}` })

  function signer(request: HttpRequest, tokenSecret: string): HttpReply | Map<string, string> {
    const header = headerParameters(request.headers['authorization'] ?? '')
    if (header.get('oauth_consumer_key') !== application.clientId) return refuse('client_unknown')
    if (Math.abs(Number(header.get('oauth_timestamp')) - now() / 1000) > 300)
      return refuse('timestamp_refused')
    if (!isSignedBy(request, { clientSecret: application.clientSecret, tokenSecret }))
      return refuse('signature_invalid')
    const nonce = header.get('oauth_nonce') ?? ''
    if (nonces.has(nonce)) return refuse('nonce_used')
    nonces.add(nonce)
    return header
  }

  const calls: Readonly<Record<string, (request: HttpRequest) => HttpReply>> = {
    '/oauth/request_token': (request) => {
      const header = signer(request, '')
      if (!(header instanceof Map)) return header
      callback = header.get('oauth_callback') ?? ''
      if (callback === '') return refuse('parameter_absent', 400)
      return token({ ...requestToken, oauth_callback_confirmed: faults.confirmed ?? true })
    },
    '/oauth/access_token': (request) => {
      const header = signer(request, requestToken.oauth_token_secret)
      if (!(header instanceof Map)) return header
      if (header.get('oauth_token') !== requestToken.oauth_token) return refuse('token_rejected')
      const code = verifier
      if (code === undefined) return refuse('verifier_used')
      const isRight = header.get('oauth_verifier') === code
      if (isRight || faults.burns) verifier = undefined
      if (!isRight) return refuse('parameter_rejected', 400)
      return token({ ...accessToken, scope: faults.scope ?? ['access'] })
    },
    '/v1/my/account.json': (request) => {
      const header = signer(request, accessToken.oauth_token_secret)
      if (!(header instanceof Map)) return header
      if (header.get('oauth_token') !== accessToken.oauth_token) return refuse('token_rejected')
      return reply(200, {
        user_account: { id: 7, first_name: 'Ada', last_name: 'Example', lender_id: 'ada7' },
      })
    },
  }

  /** The call at a path; empty if the path lacks the suffix. */
  const servedAs = (path: string) =>
    !path.startsWith('/oauth/')
      ? path
      : path.endsWith(suffix)
        ? path.slice(0, path.length - suffix.length)
        : ''

  return {
    requests,
    send: async (request) => {
      requests.push(request)
      const { pathname } = new URL(request.url)
      const name = pathname.replace(/^.*\/(\w+)(\.json)?$/, '$1') as
        | 'request_token'
        | 'access_token'
        | 'account'
      return (
        faults.answer?.[name]?.(request) ??
        calls[servedAs(pathname)]?.(request) ??
        reply(404, '<html><h1>Not Found</h1></html>')
      )
    },
    approve: (page) => {
      const asked = new URL(page).searchParams
      const wanted = ['client_id', 'response_type', 'oauth_token', 'oauth_callback', 'scope', 'state']
      const seen = [...asked.keys()]
      if (String(seen) !== String(wanted)) throw new Error(`the page was asked with ${seen}`)
      if (asked.get('client_id') !== application.clientId) throw new Error('another client')
      if (asked.get('response_type') !== 'code') throw new Error('another response type')
      if (asked.get('oauth_token') !== requestToken.oauth_token) throw new Error('another token')
      if (asked.get('oauth_callback') !== callback) throw new Error('another callback')
      verifier = 'KV-aB3dE6gH'
      return verifier
    },
  }
}

export const answering = (
  status: number,
  body: Json | string,
  headers: Readonly<Record<string, string>> = {},
) => {
  return (): HttpReply => ({ status, headers, body: bytes(body) })
}
