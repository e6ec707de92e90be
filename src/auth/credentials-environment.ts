/**
 * Credentials from the environment. A set must be complete. Each value comes from its variable or from a file
 * (`…_FILE`), and is registered for masking.
 */
import { liveOrigins } from '../api/origins.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { type Origin, parseOrigin } from '../core/origin.ts'
import type { Client, Token } from './credentials-file.ts'

type Port = Pick<Context, 'env' | 'readFile' | 'secrets'>

const clientNames = ['KIVA_CLIENT_ID', 'KIVA_CLIENT_SECRET'] as const
const tokenNames = ['KIVA_OAUTH_TOKEN', 'KIVA_OAUTH_TOKEN_SECRET'] as const

/**
 * Returns the application in the environment, if any.
 * Throws `KivaError` of kind `config` for an incomplete set.
 */
export async function clientFromEnvironment(context: Port): Promise<Client | undefined> {
  const [clientId, clientSecret] = await requireAll(context, clientNames)
  if (clientId === undefined) return undefined
  context.secrets.add(clientSecret)
  return { clientId, clientSecret: clientSecret ?? '' }
}

/**
 * Returns application and token if the environment has both.
 * Throws `KivaError` of kind `config` for an incomplete set.
 */
export async function tokenFromEnvironment(context: Port): Promise<(Client & Token) | undefined> {
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
export function environmentOrigin(env: Context['env']): Origin | undefined {
  return parseOrigin(env['KIVA_BASE_URL'] || liveOrigins.api)
}

/** Returns the values of all names, or an empty list if all are unset. */
async function requireAll(context: Port, names: readonly string[]): Promise<readonly string[]> {
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

async function read(context: Port, name: string): Promise<string> {
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
