/**
 * The canary: it knows the secrets of the tests, and searches all output for them. It learns secrets from the
 * tests, never from the tool's own registry for masking, because it must find the gaps of that registry.
 */
import type { HttpReply, HttpRequest } from '../../src/core/http.ts'
import { builtInApplications, users } from '../../src/sandbox/oauth/provider-state.ts'

/** Client secrets and passwords of the sandbox. */
export const fixedSecrets: readonly string[] = [
  ...builtInApplications.map(({ secret }) => secret),
  ...users.map(({ password }) => password),
]

/** Returns the secrets in one of the tool's own files or in a token reply, found by their field names. */
export function secretsIn(content: unknown): readonly string[] {
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([name, value]) => {
    if (typeof value !== 'string') return secretsIn(value)
    return isSecret(name, content) ? [value] : []
  })
}

const secretNames = ['client_secret', 'oauth_token_secret', 'oauth_verifier', 'verifier', 'secret', 'key']

/** A request token is public in the address of the authorization page. An access token is always secret. */
function isSecret(name: string, beside: object): boolean {
  if (name === 'oauth_token') return 'obtained_at' in beside
  return secretNames.includes(name) || (['token', 'id'].includes(name) && 'accountId' in beside)
}

const learnt = new Set<string>()
let watched: { readonly label: string; text(): string }[] = []

/** Adds secrets: strings, or the secrets in a file or reply. */
export function learn(...values: readonly unknown[]): void {
  for (const value of values) {
    for (const secret of typeof value === 'string' ? [value] : secretsIn(value)) learnt.add(secret)
  }
}

/** Adds the secrets of a token call: the code in the request, and the tokens in the reply. */
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
    // Some tests send a broken reply.
    return {}
  }
}

/** Registers a text to search when the test ends, for all secrets known by then. */
export function watch(label: string, text: () => string): void {
  watched.push({ label, text })
}

/** Throws if a watched text contains a secret. Forgets the watched texts. */
export function searchAll(): void {
  const now = watched
  watched = []
  for (const { label, text } of now) expectNoSecret(label, text(), [...fixedSecrets, ...learnt])
}

/** Returns the secrets in a text, in any encoding, except short ones, which could match by chance. */
export function secretsFound(text: string, secrets: Iterable<string>): readonly string[] {
  return [...new Set(secrets)].filter(
    (secret) => secret.length >= 6 && formsOf(secret).some((form) => text.includes(form)),
  )
}

const formsKnown = new Map<string, readonly string[]>()

/** Returns the forms of a secret, each once. They are searched in thousands of texts. */
function formsOf(secret: string): readonly string[] {
  const known = formsKnown.get(secret)
  if (known) return known
  const percent = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  const forms = [...new Set([secret, percent, encodeURIComponent(percent), form, json, base64])]
  formsKnown.set(secret, forms)
  return forms
}

/** Throws if a text contains a secret. The error has the label, the beginning of the secret and the text. */
export function expectNoSecret(label: string, text: string, secrets: Iterable<string>): void {
  const found = secretsFound(text, secrets)
  if (found.length === 0) return
  const beginnings = found.map((secret) => `${secret.slice(0, 4)}…`).join(', ')
  throw new Error(`The canary sings: ${label} holds ${beginnings}\n${text}`)
}
