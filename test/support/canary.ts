/**
 * The canary: secrets that are known to the tests, and every text in which none of them may turn up. It learns them
 * from the test's side of things, never from the tool's own registry for masking, whose gaps it is there to find.
 */
import type { HttpReply, HttpRequest } from '../../src/ports/http.ts'
import { builtInApplications } from '../../src/sandbox/oauth/state/applications.ts'
import { users } from '../../src/sandbox/oauth/state/users.ts'

/** Client secrets and passwords of the sandbox. */
export const fixedSecrets: readonly string[] = [
  ...builtInApplications.map(({ secret }) => secret),
  ...users.map(({ password }) => password),
]

/** The secrets within the content of one of the tool's own files, or in a token reply, by the names they stand under. */
export function secretsIn(content: unknown): readonly string[] {
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([name, value]) => {
    if (typeof value !== 'string') return secretsIn(value)
    return isSecret(name, content) ? [value] : []
  })
}

const secretNames = ['client_secret', 'oauth_token_secret', 'oauth_verifier', 'verifier', 'secret', 'key']

/** A request token stands in the address of the authorization page; an access token nowhere. */
function isSecret(name: string, beside: object): boolean {
  if (name === 'oauth_token') return 'obtained_at' in beside
  return secretNames.includes(name) || (['token', 'id'].includes(name) && 'accountId' in beside)
}

const learnt = new Set<string>()
let watched: { readonly label: string; text(): string }[] = []

/** Adds secrets: those of a file or reply by their names, or plain ones. */
export function learn(...values: readonly unknown[]): void {
  for (const value of values) {
    for (const secret of typeof value === 'string' ? [value] : secretsIn(value)) learnt.add(secret)
  }
}

/** Adds the secrets of a token call: the code that was sent, and the tokens that came, as JSON or as a form. */
export function learnFromReply({ url, headers }: HttpRequest, { body, status }: HttpReply): void {
  const call = /\/oauth\/(request|access)_token/.exec(url)?.[1]
  if (call === undefined || status >= 300) return
  const verifier = /oauth_verifier="([^"]+)"/.exec(headers['authorization'] ?? '')?.[1]
  if (verifier !== undefined) learn(decodeURIComponent(verifier))
  const fields = fieldsOf(new TextDecoder().decode(body))
  learn(String(fields['oauth_token_secret'] ?? ''))
  if (call === 'access') learn(String(fields['oauth_token'] ?? ''))
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    // A broken reply, which some test wanted.
    return {}
  }
}

/** A text that will be searched when the test ends, for what is known by then. */
export function watch(label: string, text: () => string): void {
  watched.push({ label, text })
}

/** Throws where a secret turned up in a watched text; then starts anew. */
export function searchAll(): void {
  const now = watched
  watched = []
  for (const { label, text } of now) expectNoSecret(label, text(), [...fixedSecrets, ...learnt])
}

/** The secrets that stand in the text, in one of the ways a text may be written. Too short ones would be found by chance. */
export function secretsFound(text: string, secrets: Iterable<string>): readonly string[] {
  return [...new Set(secrets)].filter(
    (secret) => secret.length >= 6 && formsOf(secret).some((form) => text.includes(form)),
  )
}

function formsOf(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  return [secret, percent, encodeURIComponent(percent), form, json, base64]
}

/** Throws where a secret turned up; tells which text it was, and of the secret only its beginning. */
export function expectNoSecret(label: string, text: string, secrets: Iterable<string>): void {
  const found = secretsFound(text, secrets)
  if (found.length === 0) return
  const beginnings = found.map((secret) => `${secret.slice(0, 4)}…`).join(', ')
  throw new Error(`The canary sings: ${label} holds ${beginnings}\n${text}`)
}
