/** Words of the authorization protocol that more than one room says. */

/** The callback of an application that gets its code from the person, out of band. */
export const outOfBand = 'oob'

/**
 * Names under which a secret stands, whatever the syntax: parameters of the protocol, keys of the credential file,
 * variables of the environment. An access token is as secret as its key: both must stay off open channels.
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
