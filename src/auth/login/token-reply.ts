/** Reads replies of the token endpoints: JSON or form, by their content, because Content-Type can be wrong. Pure. */
import type { Pair } from '../../api/wire/encode.ts'
import { problemOf } from '../../api/wire/problem.ts'
import { KivaError } from '../../errors.ts'
import type { HttpReply } from '../../ports/http.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import type { AccessToken, RequestToken, Token, TokenCall } from '../credentials/token.ts'
import { oauthProblemIn, tokenProblem } from '../problems.ts'

/**
 * Reads a request token. Throws `KivaError`, mostly of kind `auth`, by cause. The message never quotes the reply
 * as it is, because it may contain a secret.
 */
export function readRequestToken(reply: HttpReply, now: number): RequestToken {
  const fields = read(reply, 'a request token', now)
  return {
    ...tokenIn(fields, 'a request token'),
    callbackConfirmed: isTrue(fields.get('oauth_callback_confirmed')),
  }
}

/** Reads an access token. Throws as {@link readRequestToken}. */
export function readAccessToken(reply: HttpReply, now: number): AccessToken {
  const fields = read(reply, 'an access token', now)
  return { ...tokenIn(fields, 'an access token'), scope: scopeOf(fields.get('scope')) }
}

/** Reads a scope: a list, or a text separated by commas or spaces. */
export function scopeOf(value: Json | undefined): readonly string[] | undefined {
  const texts = Array.isArray(value) ? value : [value]
  const names = texts.flatMap((text) => (typeof text === 'string' ? text.split(/[\s,]+/) : []))
  const scopes = [...new Set(names.filter((name) => name !== ''))]
  return scopes.length > 0 ? scopes : undefined
}

type Fields = ReadonlyMap<string, Json>

function read(reply: HttpReply, call: TokenCall, now: number): Fields {
  const text = new TextDecoder().decode(reply.body).trim()
  // Some services report a failure with status 200.
  const failed = reply.status < 200 || reply.status > 299 || oauthProblemIn(text) !== undefined
  if (failed) throw tokenProblem(reply, text, call, problemOf(reply, now))
  if (text.startsWith('<')) throw notUnderstood(call, 'it is an HTML or XML page')
  if (text === '') throw notUnderstood(call, 'it is empty')
  if (!text.startsWith('{')) return formFields([...new URLSearchParams(text)])
  return new Map(Object.entries(jsonObject(text, call)))
}

/** Repeated names (`scope=a&scope=b`, `scope[]=a&scope[]=b`) become a list. */
function formFields(pairs: readonly Pair[]): Fields {
  const fields = new Map<string, Json>()
  for (const [written, value] of pairs) {
    const name = written.replace(/\[\d*\]$/, '')
    const old = fields.get(name)
    fields.set(name, old === undefined ? value : [...(Array.isArray(old) ? old : [old]), value])
  }
  return fields
}

/** Drops the parser's error, because it quotes the text. */
function jsonObject(text: string, call: TokenCall): JsonObject {
  try {
    return JSON.parse(text)
  } catch {
    throw notUnderstood(call, 'it is invalid JSON')
  }
}

function tokenIn(fields: Fields, call: TokenCall): Token {
  const [token, tokenSecret] = ['oauth_token', 'oauth_token_secret'].map((name) => {
    const value = fields.get(name)
    if (typeof value !== 'string' || value === '') throw notUnderstood(call, `it has no ${name}`)
    return value
  })
  return { token: token ?? '', tokenSecret: tokenSecret ?? '' }
}

const isTrue = (value: Json | undefined) => value === true || value === 'true'

function notUnderstood(call: TokenCall, why: string): KivaError {
  return new KivaError('auth', `cannot decode the response to the request for ${call}: ${why}`, {
    hint: (kiva) => `Check that --base-url is the origin of the API, then start again with ${kiva('login')}.`,
  })
}
