/** A request token or an access token. */
export interface Token {
  readonly token: string
  readonly tokenSecret: string
}

export interface RequestToken extends Token {
  readonly callbackConfirmed: boolean
}

export interface AccessToken extends Token {
  /** As granted by the service; `undefined` if the reply does not list it. */
  readonly scope: readonly string[] | undefined
}

/** The requested token, as error messages name it. */
export type TokenCall = 'a request token' | 'an access token'
