/**
 * Finds the credentials that sign requests: a token from the environment or the file, bound to the exact
 * origin that issued it.
 */

import { nameOf, sandboxOrigin } from '../api/origins.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Origin } from '../core/origin.ts'
import { environmentOrigin, tokenFromEnvironment } from './credentials-environment.ts'
import { type Client, type Entry, readEntries, type Token } from './credentials-file.ts'

/** Credentials that sign requests, and their source. */
export interface Credentials extends Client, Token {
  readonly apiOrigin: Origin
  readonly source: 'environment' | 'file'
  /** The entry of the credentials file; unset for a token from the environment. */
  readonly entry?: Entry
}

type Port = Pick<Context, 'env' | 'readFile' | 'store' | 'settings' | 'secrets'>

/**
 * Returns the credentials for the API's origin: from the environment, else from the file, else `undefined`.
 * Their secrets are registered for masking. Throws `KivaError` of kind `config` for an unsafe, corrupt or
 * incomplete source.
 */
export async function findCredentials(context: Port): Promise<Credentials | undefined> {
  const apiOrigin = context.settings.baseUrl
  // Tokens in the environment belong to the real service.
  const { sandbox, mirror } = context.settings
  const token = sandbox || mirror ? undefined : await tokenFromEnvironment(context)
  if (token && environmentOrigin(context.env) === apiOrigin)
    return { ...token, apiOrigin, source: 'environment' }
  const entry = (await readEntries(context))[apiOrigin]
  return entry && { ...signerOf(entry), apiOrigin, source: 'file', entry }
}

/** Like {@link findCredentials}, but throws `KivaError` of kind `auth` if there are none. */
export async function resolveCredentials(context: Port): Promise<Credentials> {
  return (await findCredentials(context)) ?? Promise.reject(await notLoggedIn(context))
}

/** Returns the error for missing credentials, which lists the origins that have a login. */
export async function notLoggedIn(context: Port): Promise<KivaError> {
  const others = Object.keys(await readEntries(context)).filter((origin) => origin !== sandboxOrigin)
  const elsewhere =
    others.length > 0 ? ` You are logged in to ${others.join(', ')}: select it with --base-url.` : ''
  const bound = (await tokenFromEnvironment(context))
    ? ` The token in the environment belongs to ${environmentOrigin(context.env) ?? 'an invalid URL'} (KIVA_BASE_URL or its default).`
    : ''
  return new KivaError('auth', `not logged in to ${nameOf(context.settings.baseUrl)}`, {
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
