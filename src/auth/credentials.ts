/**
 * Finds the credentials that sign requests: a token from the environment or the file, bound to the exact
 * origin that issued it.
 */

import { liveOrigins, nameOf, sandboxOrigin } from '../api/origins.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { type Origin, parseOrigin } from '../core/origin.ts'
import { type Client, type Entry, keyOf, ownerOf, readEntries, type Token } from './credentials-file.ts'

/** Credentials that sign requests, and their source. */
export interface Credentials extends Client, Token {
  readonly apiOrigin: Origin
  readonly source: 'environment' | 'file'
  /** The entry of the credentials file; unset for a token from the environment. */
  readonly entry?: Entry
}

type Port = Pick<Context, 'env' | 'readFile' | 'store' | 'settings' | 'secrets'>

/**
 * Returns the credentials for the API's origin: from the environment, else the selected profile's own from the file,
 * else those that all profiles share, else `undefined`.
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
  const entry = entryFor(context.settings, await readEntries(context))
  return entry && { ...signerOf(entry), apiOrigin, source: 'file', entry }
}

/** Returns the login of a run from all of them: the selected profile's own, else the one that all profiles share. */
export const entryFor = (
  settings: Port['settings'],
  entries: Readonly<Record<string, Entry>>,
): Entry | undefined => entries[keyOf(ownerOf(settings))] ?? entries[settings.baseUrl]

/** Like {@link findCredentials}, but throws `KivaError` of kind `auth` if there are none. */
export async function resolveCredentials(context: Port): Promise<Credentials> {
  return (await findCredentials(context)) ?? Promise.reject(await notLoggedIn(context))
}

/** Returns the error for missing credentials, which names the logins that could be selected. */
export async function notLoggedIn(context: Port): Promise<KivaError> {
  const { baseUrl } = context.settings
  const entries = Object.values(await readEntries(context))
  const here = entries.filter(({ api_origin }) => api_origin === baseUrl)
  const others = entries.filter(({ api_origin }) => api_origin !== baseUrl && api_origin !== sandboxOrigin)
  const profiles = here.flatMap(({ profile }) => profile ?? []).join(', ')
  const origins = [...new Set(others.map(({ api_origin }) => api_origin))].join(', ')
  const elsewhere =
    (profiles && ` These profiles have a login: ${profiles}. Select one with --profile.`) +
    (origins && ` You are logged in to ${origins}: select it with --base-url.`)
  const bound = (await tokenFromEnvironment(context))
    ? ` The token in the environment belongs to ${environmentOrigin(context.env) ?? 'an invalid URL'} (KIVA_BASE_URL or its default).`
    : ''
  return new KivaError('auth', `not logged in to ${nameOf(baseUrl)}`, {
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

/* Credentials from the environment. A set must be complete. Each value comes from its variable or from a file (`…_FILE`). */

type EnvironmentPort = Pick<Context, 'env' | 'readFile'>

const clientNames = ['KIVA_CLIENT_ID', 'KIVA_CLIENT_SECRET'] as const
const tokenNames = ['KIVA_OAUTH_TOKEN', 'KIVA_OAUTH_TOKEN_SECRET'] as const

/**
 * Returns the application in the environment, if any.
 * Throws `KivaError` of kind `config` for an incomplete set.
 */
export async function clientFromEnvironment(context: EnvironmentPort): Promise<Client | undefined> {
  const [clientId, clientSecret] = await requireAll(context, clientNames)
  if (clientId === undefined) return undefined
  return { clientId, clientSecret: clientSecret ?? '' }
}

/**
 * Returns application and token if the environment has both.
 * Throws `KivaError` of kind `config` for an incomplete set.
 */
async function tokenFromEnvironment(
  context: EnvironmentPort & Pick<Context, 'secrets'>,
): Promise<(Client & Token) | undefined> {
  if (!hasTokenInEnvironment(context.env)) return undefined
  const [clientId = '', clientSecret = '', token = '', tokenSecret = ''] = await requireAll(context, [
    ...clientNames,
    ...tokenNames,
  ])
  context.secrets.add(clientSecret, token, tokenSecret)
  return { clientId, clientSecret, token, tokenSecret }
}

/** Returns whether the environment has a token, or a part of one. */
export function hasTokenInEnvironment(env: Context['env']): boolean {
  return tokenNames.some((name) => isSet({ env }, name))
}

/**
 * Returns the origin that a token in the environment belongs to: the environment's KIVA_BASE_URL, or the live
 * service. The token is never sent where a flag, a file or a link points.
 */
function environmentOrigin(env: Context['env']): Origin | undefined {
  return parseOrigin(env['KIVA_BASE_URL'] || liveOrigins.api)
}

/** Returns the values of all names, or an empty list if all are unset. */
async function requireAll(context: EnvironmentPort, names: readonly string[]): Promise<readonly string[]> {
  const missing = names.filter((name) => !isSet(context, name))
  if (missing.length === names.length) return []
  if (missing.length > 0) {
    throw new KivaError(
      'config',
      `incomplete credentials in the environment: missing ${missing.join(', ')}`,
      {
        hint: `Set all of ${names.join(', ')}, or none. NAME_FILE can name a file instead.`,
      },
    )
  }
  return Promise.all(names.map((name) => read(context, name)))
}

/** An empty KIVA_CLIENT_SECRET means an application without a secret; every other value must be non-empty. */
function isSet({ env }: Pick<Context, 'env'>, name: string): boolean {
  return Boolean(env[name] || env[`${name}_FILE`]) || (name === 'KIVA_CLIENT_SECRET' && env[name] === '')
}

async function read(context: EnvironmentPort, name: string): Promise<string> {
  const value = context.env[name]
  const file = context.env[`${name}_FILE`]
  if (value && file) throw new KivaError('config', `${name} cannot be used with ${name}_FILE`)
  if (!file) return value ?? ''
  const content = (await context.readFile(file)).trim()
  if (content === '' || /[\r\n]/.test(content)) {
    throw new KivaError('config', `${file} (${name}_FILE) must contain exactly one line`)
  }
  return content
}
