/** What signs a request: a token bound to the exact origin it was issued for, of the environment or of the file. */
import { sandboxOrigin } from '../../api/origins.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { Origin } from '../../ports/origin.ts'
import { nameOf } from '../origin.ts'
import type { Client } from './client.ts'
import { type Entry, readEntries } from './credentials-file.ts'
import { environmentOrigin, tokenFromEnvironment } from './environment.ts'
import type { Token } from './token.ts'

/** What signs a request, and where it came from. */
export interface Credentials extends Client, Token {
  readonly apiOrigin: Origin
  readonly source: 'environment' | 'file'
  /** What is known besides; nothing of a token from the environment. */
  readonly entry?: Entry
}

type Port = Pick<Context, 'env' | 'readFile' | 'store' | 'settings' | 'secrets'>

/**
 * The credentials for the API's origin: of the environment, else of the file, else none. The secrets are registered
 * for masking. Throws `KivaError` of kind `config` where a source is unsafe, corrupt or half there.
 */
export async function findCredentials(context: Port): Promise<Credentials | undefined> {
  const apiOrigin = context.settings.baseUrl
  // The environment is about the real service.
  const given = context.settings.sandbox ? undefined : await tokenFromEnvironment(context)
  if (given && environmentOrigin(context.env) === apiOrigin)
    return { ...given, apiOrigin, source: 'environment' }
  const entry = (await readEntries(context))[apiOrigin]
  return entry && { ...signerOf(entry), apiOrigin, source: 'file', entry }
}

/** As {@link findCredentials}; throws `KivaError` of kind `auth` where there are none. */
export async function resolveCredentials(context: Port): Promise<Credentials> {
  return (await findCredentials(context)) ?? Promise.reject(await notLoggedIn(context))
}

/** Says what there is instead. */
export async function notLoggedIn(context: Port): Promise<KivaError> {
  const others = Object.keys(await readEntries(context)).filter((origin) => origin !== sandboxOrigin)
  const elsewhere =
    others.length > 0 ? ` There is a login to ${others.join(', ')}: choose it with --base-url.` : ''
  const bound = (await tokenFromEnvironment(context))
    ? ` The token of the environment belongs to ${environmentOrigin(context.env) ?? 'no service'}: KIVA_BASE_URL says so, or its default.`
    : ''
  return new KivaError('auth', `Not logged in to ${nameOf(context.settings.baseUrl)}`, {
    hint: (kiva) => `Log in with ${kiva('login')}.${elsewhere}${bound}`,
  })
}

function signerOf(entry: Entry): Client & Token {
  return {
    clientId: entry.client_id,
    clientSecret: entry.client_secret ?? '',
    token: entry.oauth_token,
    tokenSecret: entry.oauth_token_secret,
  }
}
