/** The origins of the service and of the sandbox in this process, and names of the authorization protocol. */
import type { Origin } from '../core/origin.ts'

/** The defaults of `{base_url}` and `{auth_url}`: the live service's (docs/service.md, Addresses). */
export const liveOrigins = {
  api: 'https://api.kivaws.org',
  auth: 'https://www.kiva.org',
} as const satisfies Record<string, Origin>

/**
 * Identifies the sandbox in this process, so that its tokens never mix with the service's.
 * The name never resolves (RFC 2606).
 */
export const sandboxOrigin = 'https://sandbox.invalid'

/** Identifies the mirror, so that its marks and checkpoints never mix with the service's. Never resolves (RFC 2606). */
export const mirrorOrigin = 'https://mirror.invalid'

/** Returns an origin as messages name it. */
export function nameOf(origin: string): string {
  return origin === sandboxOrigin ? 'the sandbox' : origin === mirrorOrigin ? 'the mirror' : origin
}

/** The callback of an application whose user types in the code (out of band). */
export const outOfBand = 'oob'

/**
 * Names whose values are secret in any syntax: parameters of the protocol, keys of the credentials file,
 * environment variables. An access token is as secret as its key: both must stay out of output and logs.
 */
export const secretNames = [
  'oauth_token',
  'oauth_token_secret',
  'oauth_verifier',
  'oauth_signature',
  'client_secret',
  'kiva_client_secret',
  'kiva_oauth_token',
  'kiva_oauth_token_secret',
] as const

/** Headers whose whole value is private, by their lower-case names. */
export const secretHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'] as const
